import {expect} from 'vitest';
import {answer, createHttpServer, type HttpServer} from './http-server.ts';

/** Names whose width terminals disagree about: thirty scripts, and forms of emoji. */
export const wideNames: readonly string[] = [
	'हिन्दी सूचना|ជូនដំណឹង|အကြောင်းကြားချက်|แจ้งเตือน น้ำ|ການແຈ້ງເຕືອນ|বিজ্ঞপ্তি|ਸੂਚਨਾ|સૂચના|ବିଜ୍ଞପ୍ତି|அறிவிப்பு',
	'నోటిఫికేషన్|ಅಧಿಸೂಚನೆ|അറിയിപ്പ് ൎക|දැනුම්දීම|བརྡ་ཐོ|ᠮᠡᠳᠡᠭᠳᠡᠯ|إشعار بالتحويل|הודעה חדשה|ማሳወቂያ|შეტყობინება',
	'ծանուցում|Уведомление й|Ειδοποίηση|入金のお知らせ|通知がぎぐ|ﾊﾟﾋﾟﾌﾟ|알림 ᄀ각|Zȧ̈̃lgo|𞤀𞤣𞤤𞤢𞤥|ᚠᚢᚦᚨᚱᚲ',
	'👩‍👩‍👧‍👦👩‍👩‍👧‍👦|👍🏽👍🏿 🏽|🇩🇪🇫🇷🇯🇵 🇫|✈️ ❤️ ☎|1️⃣ #️⃣|🧑🏻‍❤️‍💋‍🧑🏿|🏳️‍🌈🏴‍☠️|🫠🫨🪿|㊙️ ㈱ ℃ ①|─│┌ ░▒▓ ←→',
].flatMap(row => row.split('|'));

/** A service whose notifications have these names, and IDs from 1000. */
export const serveWideNames = async (): Promise<HttpServer> =>
	createHttpServer((_request, response) => {
		answer(
			response,
			200,
			wideNames.map((name, index) => ({
				id: 1000 + index,
				external_user_id: 'user',
				channel: 'EMAIL',
				notification_name: name.repeat(3),
				delivery_location: `r${index}@example.com`,
				event_details: {network: 'ETH_MAINNET', event_type: 'ADDRESS_ACTIVITY', addresses: ['0x1'], filters: []},
			})),
		);
	});

/** When the row under the cursor is the one at an index. */
export const rowAt = (index: number): RegExp => new RegExp(String.raw`^▌\s*${1000 + index}\b`, 'mv');

/** Fails unless header, footer and every row of the list are in their place. */
export function expectRowsInPlace(screen: string, rows: number): void {
	const lines = screen.split('\n');
	expect(lines[0]).toMatch(/^ (?:chainbell · )?127\.0\.0\.1/v);
	expect(lines).toHaveLength(rows - 1);
	expect(lines.at(-1)).toContain(' help');
	expect(lines.filter(line => line.includes(' help'))).toHaveLength(1);
	const ids = lines
		.map(line => /^[ ▌]\s*(?<id>1\d{3})\b/v.exec(line)?.groups?.id)
		.filter(id => id !== undefined)
		.map(Number);
	expect(ids).toStrictEqual(ids.map((_id, index) => ids[0]! + index));
	const first = lines.findIndex(line => /^[ ▌]\s*1\d{3}\b/v.test(line));
	// Below the rows is the strip with the row under the cursor, if there is room for one.
	const strip = lines.findIndex((line, index) => index > first && line.startsWith('─'));
	expect(ids.length).toBe(Math.min(wideNames.length, (strip === -1 ? lines.length - 2 : strip) - first));
}
