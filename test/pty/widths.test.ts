import {expect, test} from 'vitest';
import {answer, createHttpServer} from '../helpers/http-server.ts';
import {modesAtRest, startTerminal} from '../helpers/terminal.ts';

/** Names whose width terminals disagree about. */
const names = [
	'हिन्दी सूचना|ជូនដំណឹង|အကြောင်းကြားချက်|แจ้งเตือน น้ำ|ການແຈ້ງເຕືອນ|বিজ্ঞপ্তি|ਸੂਚਨਾ|સૂચના|ବିଜ୍ଞପ୍ତି|அறிவிப்பு',
	'నోటిఫికేషన్|ಅಧಿಸೂಚನೆ|അറിയിപ്പ് ൎക|දැනුම්දීම|བརྡ་ཐོ|ᠮᠡᠳᠡᠭᠳᠡᠯ|إشعار بالتحويل|הודעה חדשה|ማሳወቂያ|შეტყობინება',
	'ծանուցում|Уведомление й|Ειδοποίηση|入金のお知らせ|通知がぎぐ|ﾊﾟﾋﾟﾌﾟ|알림 ᄀ각|Zȧ̈̃lgo|𞤀𞤣𞤤𞤢𞤥|ᚠᚢᚦᚨᚱᚲ',
	'👩‍👩‍👧‍👦👩‍👩‍👧‍👦|👍🏽👍🏿 🏽|🇩🇪🇫🇷🇯🇵 🇫|✈️ ❤️ ☎|1️⃣ #️⃣|🧑🏻‍❤️‍💋‍🧑🏿|🏳️‍🌈🏴‍☠️|🫠🫨🪿|㊙️ ㈱ ℃ ①|─│┌ ░▒▓ ←→',
].flatMap(row => row.split('|'));

test.each([[80, 24], [40, 10], [120, 50]])('at %i x %i names of any width leave every other row in its place', async (columns, rows) => {
	await using server = await createHttpServer((_request, response) => {
		answer(response, 200, names.map((name, index) => ({
			id: 1000 + index, external_user_id: 'user', channel: 'EMAIL', notification_name: name.repeat(3), delivery_location: `r${index}@example.com`,
			event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x1'], filters: []},
		})));
	});
	await using terminal = startTerminal({columns, rows, env: {CHAINBELL_BASE_URL: server.baseUrl, CHAINBELL_API_KEY: 'canary-key'}});
	await terminal.waitFor('1001');
	for (let row = 1; row <= names.length; row++) {
		const screen = await terminal.waitFor(new RegExp(String.raw`^>\s*${999 + row}\b`, 'mv'));
		const lines = screen.split('\n');
		expect(lines[0]).toMatch(/^ chainbell · /v);
		expect(lines).toHaveLength(rows - 1);
		expect(lines.at(-1)).toContain(' help');
		expect(lines.filter(line => line.includes(' help'))).toHaveLength(1);
		const ids = lines.map(line => /^[ >]\s*(?<id>1\d{3})\b/v.exec(line)?.groups?.id).filter(id => id !== undefined).map(Number);
		expect(ids).toStrictEqual(ids.map((_id, index) => ids[0]! + index));
		expect(ids.length).toBe(Math.min(names.length, lines.length - lines.findIndex(line => /^[ >]\s*1\d{3}\b/v.test(line)) - 2));
		terminal.press('j');
	}

	terminal.press('q');
	await terminal.exit;
	expect(terminal.modes).toEqual(modesAtRest);
});
