import {expect, test} from 'vitest';
import {toMovingSvg, toSvg} from '../media/svg.ts';

const plain = {
	foreground: undefined,
	background: undefined,
	bold: false,
	dim: false,
	italic: false,
	underline: false,
	inverse: false,
};

test('a picture shows bold and italic text as such', () => {
	const svg = toSvg({
		title: 'a title',
		columns: 10,
		rows: [
			[
				{text: 'bold', column: 0, columns: 4, style: {...plain, bold: true}},
				{text: 'italic', column: 4, columns: 6, style: {...plain, italic: true}},
			],
		],
	});
	expect(svg).toMatch(/font-weight="bold">bold</v);
	expect(svg).toMatch(/font-style="italic">italic</v);
	// A rule with the shorthand sets weight and style too, and is stronger than the attributes.
	expect(/<style>(?<rules>.*)<\/style>/v.exec(svg)!.groups!.rules).not.toMatch(/font\s*:|font-(?:weight|style)/v);
});

test('a recording shows the keys that were pressed, each with the screen that they open', () => {
	const rows = [[{text: 'list', column: 0, columns: 4, style: plain}]];
	const screens = [
		{keys: '', rows},
		{keys: 'enter <a>', rows},
	];
	const svg = toMovingSvg({title: 'chainbell', columns: 20, screens}, 2);
	expect([...svg.matchAll(/text-anchor="end"[^>]*>([^<]*)</gv)].map(([, keys]) => keys)).toEqual(['enter &lt;a&gt;']);
});
