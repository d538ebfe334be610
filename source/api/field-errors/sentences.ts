import {isKnown, locate, memberNamed, type Path, split} from './paths.ts';

/** Matches text before a property's name. class-validator puts it after the parent's path: `event_details.each value in addresses must …`. */
const opening = /^(?<parent>[\w.]+\.)?(?:each value in|(?:nested )?property|key:|the(?: selected| field)?)\s+/iv;

/** Matches text after a name. A first word that is also plain English only counts as a name if it is followed by this: "Network is invalid", but not "Network error". */
const predicate =
	/^(?:(?:field|is|are|was|must|should|can|cannot|may|has|have|does|do|needs|contains|required|invalid|not|too|already|exceeds)\b|can['’]t)/iv;

const missing = /^(?<where>\S+) (?:must|should) have required property '\.?(?<name>[^']+)'/v;

/** Matches the end of Laravel's summary, which repeats the first message. */
const summary = /\(and \d+ more errors?\)$/v;

const maxWords = 5;

/**
Finds the member that a sentence is about, if the sentence begins with its name: `channel must be …` and `event_details.property x should not exist` (class-validator), `body/channel must be …` (Fastify), `"channel" is …` (Joi), "Delivery location is …" (Rails), "The delivery location field is …" (Laravel, ASP.NET), "Key: 'Request.Channel' Error: …" (Go's validator).

@returns The member's path; empty if the sentence names none, or is about more than one.
*/
export function subjectOf(sentence: string): Path {
	if (summary.test(sentence)) {
		return [];
	}

	const text = sentence.trimStart().slice(0, 1000).replace(opening, '$<parent>');
	const {where, name} = missing.exec(text)?.groups ?? {};
	if (where !== undefined && name !== undefined) {
		return knownPart([...split(where), ...split(name)]);
	}

	const written = /^(?:["'`](?<quoted>[^"'`]+)["'`]|(?<bare>\S*[.\/\[_]\S*))/v.exec(text)?.groups;
	return written === undefined
		? memberInWords(text)
		: knownPart(split(written.quoted ?? written.bare!.replace(/[,:]$/v, '')));
}

function knownPart(steps: Path): Path {
	let path = locate(steps);
	while (!isKnown(path)) {
		path = path.slice(0, -1);
	}

	return path;
}

function memberInWords(text: string): Path {
	const words = text.split(/\s+/v, maxWords + 1);
	for (let count = Math.min(maxWords, words.length); count > 0; count--) {
		const phrase = words.slice(0, count).join(' ');
		const member = memberNamed(phrase.replace(/:$/v, ''));
		if (member !== undefined && (count > 1 || phrase.endsWith(':') || predicate.test(words[1] ?? ''))) {
			return member;
		}
	}

	return [];
}
