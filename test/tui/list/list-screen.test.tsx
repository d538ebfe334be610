import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('lists the notifications at 80x24', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('E-mail treasury');
	expect(app.frame()).toContain('SANDBOX');
	expect(app.frame()).toMatchInlineSnapshot(`
		" chainbell · SANDBOX                         12 notifications · listed just now
		  ID  CHANNEL   USER        RECIPIENT            WHEN                ADDRESS  +3
		▌ 1   EMAIL     ops-1       treasury@example.c…  value > 10          0xd8dA…6045
		  2   WEBHOOK   ops-1       https://example.co…  asset = USDC and …  0xA0b8…eB48
		  3   TELEGRAM  ops-2       -1001000000001       any                 0x0000…05fa
		  4   SLACK     ops-2       #base-alerts         category != inter…  0x8335…2913
		  5   EMAIL     user-1001   alice@example.org    any                 0x5c0f…38a9
		  6   EMAIL     user-1002   yuki@example.com     toAddress = 0x000…  0xdAC1…1ec7
		  7   WEBHOOK   indexer     https://example.or…  any                 0xC02a…6Cc2
		  8   TELEGRAM  user-1003   @example_hot_wallet  fromAddress = 0xd…  0x1f98…f984
		  9   SLACK     user-1003   C0EXAMPLE01          blockNum > 130,00…  0xd8dA…6045
		  10  EMAIL     qa          qa@example.com       any                 0x7a25…488d
		  11  WEBHOOK   compliance  https://example.co…  fromAddress not i…  0xC02a…6Cc2
		  12  EMAIL     compliance  compliance@example…  asset contains te…  0xd8dA…6045




		─ 1 · Treasury: large transfers ────────────────────────────────────────────────
		 E-mail treasury@example.com when value > 10 at
		 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET

		 ? help  : more  enter open  n new  d delete  e edit  c clone  / search"
	`);
});

test('lists the notifications at 120x40', async () => {
	await using app = await startApp({size: '120x40'});
	await app.waitFor('12 notifications');
	await app.waitFor('Filters      value > 10 (int)');
	expect(app.frame()).toMatchInlineSnapshot(`
		" chainbell · SANDBOX                                                                 12 notifications · listed just now

		  ID  NAME                  CHANNEL   USER        RECIPIENT             WHEN                  NETWORK        ADDRESS  +1
		────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
		▌ 1   Treasury: large tra…  EMAIL     ops-1       treasury@example.com  value > 10            ETH_MAINNET    0xd8dA…6045
		  2   USDC in and out       WEBHOOK   ops-1       https://example.com…  asset = USDC and va…  ETH_MAINNET    0xA0b8…eB48
		  3   Deposit contract      TELEGRAM  ops-2       -1001000000001        any                   ETH_MAINNET    0x0000…05fa
		  4   Base: stablecoin wa…  SLACK     ops-2       #base-alerts          category != interna…  BASE_MAINNET   0x8335…2913
		  5                         EMAIL     user-1001   alice@example.org     any                   MATIC_MAINNET  0x5c0f…38a9
		  6   入金のお知らせ        EMAIL     user-1002   yuki@example.com      toAddress = 0x00000…  ETH_MAINNET    0xdAC1…1ec7
		  7   ERC-20 Transfer eve…  WEBHOOK   indexer     https://example.org…  any                   ETH_MAINNET    0xC02a…6Cc2
		  8   Arbitrum hot wallet   TELEGRAM  user-1003   @example_hot_wallet   fromAddress = 0xd8d…  ARB_MAINNET    0x1f98…f984
		  9                         SLACK     user-1003   C0EXAMPLE01           blockNum > 130,000,…  OPT_MAINNET    0xd8dA…6045
		  10  Sepolia: anything a…  EMAIL     qa          qa@example.com        any                   ETH_SEPOLIA    0x7a25…488d
		  11  Not on the allowed …  WEBHOOK   compliance  https://example.com…  fromAddress not in …  ETH_MAINNET    0xC02a…6Cc2
		  12  Tokens named “test”   EMAIL     compliance  compliance@example.…  asset contains test   BASE_MAINNET   0xd8dA…6045











		─ 1 · Treasury: large transfers ────────────────────────────────────────────────────────────────────────────────────────
		 E-mail treasury@example.com when value > 10 at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET
		 Filters      value > 10 (int)
		 Address      0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045
		 Event        ADDRESS_ACTIVITY






		 ? help  : more  enter open  n new  d delete  e edit  c clone  / search  space mark  s sort  b group  r refresh  q quit"
	`);
});
