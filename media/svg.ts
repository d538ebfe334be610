import {cubeOrGrey} from '../test/helpers/contrast.ts';
import type {Colour, StyledRun, Style} from '../test/helpers/terminal-cells.ts';

const foreground = '#d7dae0';
const background = '#1e2127';

/** The 16 ANSI colours on a dark background. */
const ansi =
	'#3f4451 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d7dae0 #7f848e #ff7b86 #b1e18b #efb074 #74c7ff #de94f2 #7fd5e0 #ffffff'.split(
		' ',
	);

const fontSize = 14;
/** What DejaVu Sans Mono advances; other fonts are stretched to it. */
const cellWidth = 8.43;
/** No more than the font's own line, so that box drawing joins. */
const cellHeight = 16;
const padding = 12;
const titleBar = 36;

export type Picture = {
	readonly title: string;
	readonly columns: number;
	readonly rows: ReadonlyArray<readonly StyledRun[]>;
};

/** Draws a terminal window as SVG. */
export const toSvg = ({title, columns, rows}: Picture): string =>
	drawWindow({title, columns, height: rows.length, style: '', body: drawRows(rows)});

/** A screen of a recording, and the keys that were pressed to open it. */
export type RecordedScreen = {readonly keys: string; readonly rows: Picture['rows']};

/**
Draws screens of one size that follow each other for ever, as an SVG that moves, with the keys at the right of the title. Who asks for less motion sees the first one.

@param recording - The screens in their order.
@param seconds - For which each is shown.
*/
export function toMovingSvg(
	{
		title,
		columns,
		screens,
	}: {readonly title: string; readonly columns: number; readonly screens: readonly RecordedScreen[]},
	seconds: number,
): string {
	const style = [
		`.screen{visibility:hidden;animation:show ${screens.length * seconds}s steps(1) infinite}`,
		`@keyframes show{0%{visibility:visible}${round(100 / screens.length)}%,100%{visibility:hidden}}`,
		'@media(prefers-reduced-motion:reduce){.screen{animation:none}.first{visibility:visible}}',
	].join('');
	const body = screens.flatMap(({keys, rows}, index) => [
		`<g class="screen${index === 0 ? ' first' : ''}" style="animation-delay:${index * seconds}s">`,
		...(keys === '' ? [] : [drawKeys(keys, round(x(columns)))]),
		...drawRows(rows),
		'</g>',
	]);
	return drawWindow({title, columns, height: screens[0]!.rows.length, style, body});
}

/** The keys in the title bar, which end at `right`. */
const drawKeys = (keys: string, right: number): string =>
	`<text x="${right}" y="23" text-anchor="end" font-weight="bold" fill="${ansi[11]!}">${escape(keys)}</text>`;

const drawRows = (rows: Picture['rows']): string[] =>
	rows.flatMap((runs, row) => runs.map(run => drawRun(run, titleBar + row * cellHeight))).filter(Boolean);

/** Draws a window with so many columns, and rows as its height. The style sheet leaves out `font`, which would override the attributes of bold and italic text. */
function drawWindow({
	title,
	columns,
	height: rows,
	style,
	body,
}: {
	readonly title: string;
	readonly columns: number;
	readonly height: number;
	readonly style: string;
	readonly body: readonly string[];
}): string {
	const width = round(x(columns) + padding);
	const height = titleBar + rows * cellHeight + padding;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
		`<style>text{font-size:${fontSize}px;font-family:"DejaVu Sans Mono",Menlo,Consolas,"Liberation Mono",monospace}${style}</style>`,
		`<rect width="${width}" height="${height}" rx="8" fill="${background}"/>`,
		...['#ff5f57', '#febc2e', '#28c840'].map(
			(fill, index) => `<circle cx="${18 + index * 20}" cy="18" r="6" fill="${fill}"/>`,
		),
		`<text x="${round(width / 2)}" y="23" text-anchor="middle" fill="${ansi[8]!}">${escape(title)}</text>`,
		...body,
		'</svg>',
		'',
	].join('\n');
}

function drawRun({text, column, columns, style}: StyledRun, top: number): string {
	const {front, back} = coloursOf(style);
	const box =
		back === background
			? ''
			: `<rect x="${x(column)}" y="${top}" width="${length(columns)}" height="${cellHeight}" fill="${back}"/>`;
	const words = style.underline || columns !== text.length ? text : text.trim();
	if (words === '') {
		return box;
	}

	const left = x(column + text.indexOf(words));
	const width = length(columns - (text.length - words.length));
	return `${box}<text x="${left}" y="${top + 12}" textLength="${width}" lengthAdjust="spacingAndGlyphs" fill="${front}"${attributes(style)}>${escape(words)}</text>`;
}

function coloursOf({foreground: front, background: back, inverse}: Style): {front: string; back: string} {
	const colours = {front: hex(front) ?? foreground, back: hex(back) ?? background};
	return inverse ? {front: colours.back, back: colours.front} : colours;
}

function attributes({bold, dim, italic, underline}: Style): string {
	return [
		bold && ' font-weight="bold"',
		dim && ' opacity="0.6"',
		italic && ' font-style="italic"',
		underline && ' text-decoration="underline"',
	]
		.filter(Boolean)
		.join('');
}

function hex(colour: Colour | undefined): string | undefined {
	if (typeof colour !== 'number' || colour < 16) {
		return typeof colour === 'number' ? ansi[colour] : colour;
	}

	return cubeOrGrey(colour);
}

function escape(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function x(column: number): number {
	return round(padding + column * cellWidth);
}

function length(columns: number): number {
	return round(columns * cellWidth);
}

function round(pixels: number): number {
	return Math.round(pixels * 100) / 100;
}
