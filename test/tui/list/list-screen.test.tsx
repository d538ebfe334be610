import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('lists the notifications at 80x24', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	expect(app.frame()).toContain('SANDBOX');
	expect(app.frame()).toMatchInlineSnapshot(`
		" chainbell · SANDBOX                         12 notifications · listed just now
		  ID      NAME             CHANNEL   USER       RECIPIENT      ADDRESS
		> 1       Treasury: larg…  EMAIL     ops-1      treasu…le.com  0xd8dA6…A96045
		  2       USDC in and out  WEBHOOK   ops-1      https:…s/usdc  0xA0b86…06eB48
		  3       Deposit contra…  TELEGRAM  ops-2      -10010…000001  0x00000…7705fa
		  4       Base: stableco…  SLACK     ops-2      #base-alerts   0x83358…A02913
		  5                        EMAIL     user-1001  alice@…le.org  0x5c0f6…2738a9
		  6       入金のお知らせ   EMAIL     user-1002  yuki@e…le.com  0xdAC17…831ec7
		  7       ERC-20 Transfe…  WEBHOOK   indexer    https:…events  0xC02aa…756Cc2
		  8       Arbitrum hot w…  TELEGRAM  user-1003  @examp…wallet  0x1f984…01f984
		  9                        SLACK     user-1003  C0EXAMPLE01    0xd8dA6…A96045
		  10      Sepolia: anyth…  EMAIL     qa         qa@exa…le.com  0x7a250…f2488d
		  11      Not on the all…  WEBHOOK   complian…  https:…team=7  0xC02aa…756Cc2
		  12      Tokens named “…  EMAIL     complian…  compli…le.org  0xd8dA6…A96045








		 ? help  enter open  n new  d delete  e edit  c clone  / search  space mark"
	`);
});

test('lists the notifications at 120x40', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	expect(app.frame()).toContain('ADDRESS_ACTIVITY');
	expect(app.frame()).toMatchInlineSnapshot(`
		" chainbell · SANDBOX                                                                 12 notifications · listed just now
		  ID      NAME               CHANNEL   USER        RECIPIENT        NETWORK       EVENT             ADDRESS
		> 1       Treasury: large …  EMAIL     ops-1       treasur…ple.com  ETH_MAINNET   ADDRESS_ACTIVITY  0xd8dA6B…7aA96045
		  2       USDC in and out    WEBHOOK   ops-1       https:/…ks/usdc  ETH_MAINNET   ADDRESS_ACTIVITY  0xA0b869…3606eB48
		  3       Deposit contract   TELEGRAM  ops-2       -1001000000001   ETH_MAINNET   ADDRESS_ACTIVITY  0x000000…3d7705fa
		  4       Base: stablecoin…  SLACK     ops-2       #base-alerts     BASE_MAINNET  ADDRESS_ACTIVITY  0x833589…bdA02913
		  5                          EMAIL     user-1001   alice@e…ple.org  MATIC_MAINN…  ADDRESS_ACTIVITY  0x5c0f6b…162738a9
		  6       入金のお知らせ     EMAIL     user-1002   yuki@ex…ple.com  ETH_MAINNET   ADDRESS_ACTIVITY  0xdAC17F…3D831ec7
		  7       ERC-20 Transfer …  WEBHOOK   indexer     https:/…-events  ETH_MAINNET   GRAPHQL           0xC02aaA…3C756Cc2
		  8       Arbitrum hot wal…  TELEGRAM  user-1003   @exampl…_wallet  ARB_MAINNET   ADDRESS_ACTIVITY  0x1f9840…4201f984
		  9                          SLACK     user-1003   C0EXAMPLE01      OPT_MAINNET   ADDRESS_ACTIVITY  0xd8dA6B…7aA96045
		  10      Sepolia: anythin…  EMAIL     qa          qa@example.com   ETH_SEPOLIA   ADDRESS_ACTIVITY  0x7a250d…59f2488d
		  11      Not on the allow…  WEBHOOK   compliance  https:/…?team=7  ETH_MAINNET   ADDRESS_ACTIVITY  0xC02aaA…3C756Cc2
		  12      Tokens named “te…  EMAIL     compliance  complia…ple.org  BASE_MAINNET  ADDRESS_ACTIVITY  0xd8dA6B…7aA96045
























		 ? help  enter open  n new  d delete  e edit  c clone  / search  space mark  s sort  b group  r refresh  q quit"
	`);
});
