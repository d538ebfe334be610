import {expect, test} from 'vitest';
import {startApp} from '../../helpers/app.tsx';

test('all known values are listed below a prefilled field, and esc gives the old one back, at 40x10', async () => {
	await using app = await startApp({size: '40x10'});
	await app.waitFor('treasury@');
	await app.press('n', 'BackTab', 'BackTab', 'BackTab', 'BackTab');
	await app.waitFor('▌ Event');
	await app.press('BackTab');
	const frame = await app.waitFor('▌ ETH_MAINNET');
	expect(frame).toContain('▌ Network *   ETH_MAINNET');
	expect(frame).toMatchInlineSnapshot(`
		" new notification · SANDBOX    5–9 of 9
		▌ Network *   ETH_MAINNET
		  Event *     │▌ ETH_MAINNET
		  Filters     │  ETH_SEPOLIA
		  Name        │  BASE_MAINNET
		  Template    │  MATIC_MAINNET
		              │  ARB_MAINNET

		 ctrl+g help  ctrl+s review  enter next"
	`);
	await app.press('Down', 'Tab', 'BackTab');
	await app.waitFor('▌ Network *   ETH_SEPOLIA');
	await app.press('b', 'a', 's');
	await app.waitFor('▌ BASE_MAINNET');
	await app.press('Escape');
	await app.waitFor('▌ Network *   ETH_SEPOLIA');
	await app.press('Backspace', 'Tab', 'BackTab');
	expect(await app.waitFor('✗ is required')).toContain('▌ Network *   network, e.g. ETH_MAINNET');
});

test('the review of an edit begins with what changes, at 40x10, 80x24 and 120x40', async () => {
	await using app = await startApp({size: '80x24'});
	await app.waitFor('12 notifications');
	await app.press('e');
	await app.waitFor('edit notification 1');
	await app.press('Tab', 's', 'C-u', '#ops', 'C-s');
	const review = await app.waitFor('No duplicate in the listing');
	expect(review).toMatch(
		/Slack #ops when value > 10\n +at 0x\S+ on ETH_MAINNET · user ops-1\n +Channel +EMAIL → SLACK\n +Recipient +treasury@example\.com → #ops\n 1 is deleted once/v,
	);
	expect(review).toMatchInlineSnapshot(`
		" review · SANDBOX
		 Replace 1 on SANDBOX?
		   Treasury: large transfers
		   Slack #ops when value > 10
		   at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET · user ops-1
		 Channel      EMAIL → SLACK
		 Recipient    treasury@example.com → #ops
		 1 is deleted once the new one is listed: the ID changes.
		 ! Its template cannot be read from the service and will be lost.
		 ✓ No duplicate in the listing.












		 ? help  y send  esc back  J JSON  c copy  C copy command"
	`);
	app.resize(40, 10);
	const small = await app.waitFor('lines 1–5 of');
	expect(small).toContain('EMAIL → SLACK');
	expect(small).toMatchInlineSnapshot(`
		" review · SANDBOX       lines 1–5 of 10
		 Replace 1 on SANDBOX?
		   Treasury: large transfers
		   Slack #ops when value > 10 at 0xd8d…
		 Channel      EMAIL → SLACK
		 Recipient    treasury@example.com →
		              #ops

		 ? help  down 5 more lines  esc back"
	`);
	app.resize(120, 40);
	await app.press('J');
	const wide = await app.waitFor('curl (creates only; 1 stays):');
	expect(wide.indexOf('→ SLACK')).toBeLessThan(wide.indexOf('"external_user_id"'));
	expect(wide.replaceAll(/127\.0\.0\.1:\d+/gv, '127.0.0.1:45678')).toMatchInlineSnapshot(`
		" review · SANDBOX                                                                                      lines 1–26 of 33

		 Replace 1 on SANDBOX?
		   Treasury: large transfers
		   Slack #ops when value > 10 at 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045 on ETH_MAINNET · user ops-1
		 Channel      EMAIL → SLACK
		 Recipient    treasury@example.com → #ops
		 1 is deleted once the new one is listed: the ID changes.
		 ! Its template cannot be read from the service and will be lost.
		 ✓ No duplicate in the listing.

		 {
		   "external_user_id": "ops-1",
		   "channel": "SLACK",
		   "notification_name": "Treasury: large transfers",
		   "delivery_location": "#ops",
		   "event_details": {
		     "network": "ETH_MAINNET",
		     "event_type": "ADDRESS_ACTIVITY",
		     "addresses": [
		       "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
		     ],
		     "filters": [
		       {
		         "field_name": "value",
		         "operator": "gt",
		         "value": "10",
		         "value_type": "int"
		       }
		     ]
		   }
		 }

		 chainbell:
		 chainbell --sandbox edit --set channel=SLACK --set 'to=#ops' --accept-unknown-template 1

		 curl (creates only; 1 stays):

		 ? help  y send  esc back  J JSON  c copy  C copy command"
	`);
});
