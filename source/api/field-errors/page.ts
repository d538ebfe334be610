/** Elements that contain the message of an error page, in order of preference: the title for nginx and Django, `pre` for Express, `p` for Apache. */
const messageTags = ['title', 'h1', 'h2', 'p', 'pre'];

/** Elements whose text is not shown. */
const hiddenTags = new Set(['script', 'style', 'svg', 'template']);

const longest = 300;

/** Whether a text is an HTML or XML page. */
export const isPage = (text: string): boolean =>
	/^\s*<(?:[!?]|(?:html|head|body|title|center|div|h1|p|pre)\b)/iv.test(text);

/** The message of an error page as one sentence, "404 Not Found: The requested URL was not found on this server."; empty if it has no text. */
export function pageSentence(page: string): string {
	const texts = textsOf(page);
	const parts = messageTags.flatMap(tag => texts.find(text => text.tag === tag && text.words !== '')?.words ?? []);
	const distinct = parts.filter((part, index) => parts.slice(0, index).every(before => !before.includes(part)));
	const sentence =
		distinct.length === 0
			? texts
					.map(({words}) => words)
					.join(' ')
					.trim()
			: distinct.slice(0, 3).join(': ');
	return sentence.length > longest ? `${sentence.slice(0, longest)}…` : sentence;
}

/** The text of each element that may contain the message, including nested elements, and the text between them. Each character is read once, so that a hostile page costs no time. */
function textsOf(page: string): Array<{tag: string; words: string}> {
	const texts = [{tag: '', words: ''}];
	for (const piece of page.split('<')) {
		const tag = /^\/?[a-z][\da-z]*/iv.exec(piece)?.[0].toLowerCase() ?? '';
		const open = texts.at(-1)!;
		if (tag === `/${open.tag}`) {
			texts.push({tag: '', words: ''});
		} else if (messageTags.includes(tag) || hiddenTags.has(tag)) {
			texts.push({tag, words: ''});
		}

		const end = piece.startsWith('!--') ? '-->' : '>';
		texts.at(-1)!.words += ` ${piece.includes(end) ? piece.slice(piece.indexOf(end) + end.length) : ''}`;
	}

	return texts.filter(({tag}) => !hiddenTags.has(tag)).map(({tag, words}) => ({tag, words: plain(words)}));
}

const entities: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	'#39': "'",
	'#x27': "'",
	nbsp: ' ',
};

function plain(text: string): string {
	return text
		.replaceAll(/&(#?\w{1,8});/gv, (entity, name: string) => (Object.hasOwn(entities, name) ? entities[name]! : entity))
		.replaceAll(/\s+/gv, ' ')
		.trim();
}
