import type {Colour, StyledRun, Style} from '../test/helpers/terminal-cells.ts';

const foreground = '#d7dae0';
const background = '#1e2127';

/** The 16 ANSI colours on a dark background. */
const ansi = '#3f4451 #e06c75 #98c379 #e5c07b #61afef #c678dd #56b6c2 #d7dae0 #7f848e #ff7b86 #b1e18b #efb074 #74c7ff #de94f2 #7fd5e0 #ffffff'.split(' ');

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
export function toSvg({title, columns, rows}: Picture): string {
	const width = round(x(columns) + padding);
	const height = titleBar + (rows.length * cellHeight) + padding;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" xml:space="preserve" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
		`<style>text{font:${fontSize}px "DejaVu Sans Mono",Menlo,Consolas,"Liberation Mono",monospace}</style>`,
		`<rect width="${width}" height="${height}" rx="8" fill="${background}"/>`,
		...['#ff5f57', '#febc2e', '#28c840'].map((fill, index) => `<circle cx="${18 + (index * 20)}" cy="18" r="6" fill="${fill}"/>`),
		`<text x="${round(width / 2)}" y="23" text-anchor="middle" fill="${ansi[8]!}">${escape(title)}</text>`,
		...rows.flatMap((runs, row) => runs.map(run => drawRun(run, titleBar + (row * cellHeight)))).filter(Boolean),
		'</svg>',
		'',
	].join('\n');
}

function drawRun({text, column, columns, style}: StyledRun, top: number): string {
	const {front, back} = coloursOf(style);
	const box = back === background ? '' : `<rect x="${x(column)}" y="${top}" width="${length(columns)}" height="${cellHeight}" fill="${back}"/>`;
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
	].filter(Boolean).join('');
}

/** The palette of 256: 16 colours, a cube of 6 × 6 × 6, 24 greys. */
function hex(colour: Colour | undefined): string | undefined {
	if (typeof colour !== 'number' || colour < 16) {
		return typeof colour === 'number' ? ansi[colour] : colour;
	}

	const channels = colour < 232
		? [36, 6, 1].map(step => Math.floor((colour - 16) / step) % 6).map(level => level === 0 ? 0 : 55 + (40 * level))
		: Array.from({length: 3}, () => 8 + (10 * (colour - 232)));
	return `#${channels.map(channel => channel.toString(16).padStart(2, '0')).join('')}`;
}

function escape(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function x(column: number): number {
	return round(padding + (column * cellWidth));
}

function length(columns: number): number {
	return round(columns * cellWidth);
}

function round(pixels: number): number {
	return Math.round(pixels * 100) / 100;
}
