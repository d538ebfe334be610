import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('lists the notifications at 80x24', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	expect(app.frame()).toContain('SANDBOX');
	expect(app.frame()).toMatchInlineSnapshot(`
		" chainbell · SANDBOX                         12 notifications · listed just now
		  ID  NAME                 CHAN   USER       RECIPIENT           ADDRESS
		▌ 1   Treasury: large tr…  EMAIL  ops-1      tre…ry@example.com  0xd8dA6…aA96045
		  2   USDC in and out      HOOK   ops-1      example.com/…/usdc  0xA0b86…606eB48
		  3   Deposit contract     TGRAM  ops-2      -1001000000001      0x00000…d7705fa
		  4   Base: stablecoin w…  SLACK  ops-2      #base-alerts        0x83358…dA02913
		  5                        EMAIL  user-1001  alice@example.org   0x5c0f6…62738a9
		  6   入金のお知らせ       EMAIL  user-1002  yuki@example.com    0xdAC17…D831ec7
		  7   ERC-20 Transfer ev…  HOOK   indexer    example…hql-events  0xC02aa…C756Cc2
		  8   Arbitrum hot wallet  TGRAM  user-1003  @example_…t_wallet  0x1f984…201f984
		  9                        SLACK  user-1003  C0EXAMPLE01         0xd8dA6…aA96045
		  10  Sepolia: anything …  EMAIL  qa         qa@example.com      0x7a250…9f2488d
		  11  Not on the allowed…  HOOK   compli…ce  example…nce?team=7  0xC02aa…C756Cc2
		  12  Tokens named “test”  EMAIL  compli…ce  com…ce@example.org  0xd8dA6…aA96045








		 ? help  enter open  n new  d delete  e edit  c clone  / search  space mark"
	`);
});

test('lists the notifications at 120x40', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	expect(await app.waitFor('not returned by the service')).toContain('Filters      value > 10 (int)');
	expect(app.frame()).toMatchInlineSnapshot(`
		" chainbell · SANDBOX                                                                 12 notifications · listed just now

		  ID  NAME                  CHAN    USER        RECIPIENT                NETWORK       EVENT         ADDRESS
		────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
		▌ 1   Treasury: large tra…  EMAIL   ops-1       treasury@example.com     ETH_MAINNET   ADDRESS_ACT…  0xd8dA6BF…37aA96045
		  2   USDC in and out       HOOK    ops-1       …example.com/hooks/usdc  ETH_MAINNET   ADDRESS_ACT…  0xA0b8699…E3606eB48
		  3   Deposit contract      TGRAM   ops-2       -1001000000001           ETH_MAINNET   ADDRESS_ACT…  0x0000000…03d7705fa
		  4   Base: stablecoin wa…  SLACK   ops-2       #base-alerts             BASE_MAINNET  ADDRESS_ACT…  0x833589f…4bdA02913
		  5                         EMAIL   user-1001   alice@example.org        MATIC_MAINN…  ADDRESS_ACT…  0x5c0f6b1…5162738a9
		  6   入金のお知らせ        EMAIL   user-1002   yuki@example.com         ETH_MAINNET   ADDRESS_ACT…  0xdAC17F9…13D831ec7
		  7   ERC-20 Transfer eve…  HOOK    indexer     example.o…raphql-events  ETH_MAINNET   GRAPHQL       0xC02aaA3…83C756Cc2
		  8   Arbitrum hot wallet   TGRAM   user-1003   @example_hot_wallet      ARB_MAINNET   ADDRESS_ACT…  0x1f9840a…c4201f984
		  9                         SLACK   user-1003   C0EXAMPLE01              OPT_MAINNET   ADDRESS_ACT…  0xd8dA6BF…37aA96045
		  10  Sepolia: anything a…  EMAIL   qa          qa@example.com           ETH_SEPOLIA   ADDRESS_ACT…  0x7a250d5…659f2488d
		  11  Not on the allowed …  HOOK    compliance  example.c…liance?team=7  ETH_MAINNET   ADDRESS_ACT…  0xC02aaA3…83C756Cc2
		  12  Tokens named “test”   EMAIL   compliance  compliance@example.org   BASE_MAINNET  ADDRESS_ACT…  0xd8dA6BF…37aA96045









		─ 1 · Treasury: large transfers ────────────────────────────────────────────────────────────────────────────────────────
		 ID           1
		 Name         Treasury: large transfers
		 Channel      EMAIL
		 User         ops-1
		 Recipient    treasury@example.com
		 Network      ETH_MAINNET
		 Event        ADDRESS_ACTIVITY
		 Address      0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
		 Filters      value > 10 (int)
		 Template     not returned by the service


		 ? help  enter open  n new  d delete  e edit  c clone  / search  space mark  s sort  b group  r refresh  q quit"
	`);
});
