import {isObject, member, tryParseJson} from '../platform/json.ts';
import {counted, joined, nearest, parsed, suggestion, wrong, type Parsed} from '../platform/text.ts';
import {keccakHex, readAddress} from './address.ts';
import {isHexadecimal, isInteger, writtenOut} from './filters.ts';
import type {Topics} from './notification.ts';

/*
Events of contracts and their topics, as the Solidity Contract ABI Specification defines them ("Events", "Encoding of Indexed Event Parameters"): topic_0 is the Keccak-256 hash of the signature, and each indexed argument is a topic of 32 bytes.
*/

/** An argument of an event, with its canonical type. The name can be empty. `isIndexed`: false also where only some events of the signature have it indexed. */
type Argument = {readonly type: string; readonly name: string; readonly isIndexed: boolean};

export type ContractEvent = ReturnType<typeof readSignature>;

/** The usual events: of tokens (ERC-20, ERC-721, ERC-1155), exchanges (Uniswap V2 and V3), WETH, and contracts of OpenZeppelin. */
const usualTexts = [
	'Transfer(address indexed from, address indexed to, uint256 value)',
	'Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
	'Approval(address indexed owner, address indexed spender, uint256 value)',
	'Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
	'ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
	'TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
	'TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
	'Swap(address indexed sender, uint256 amount0In, uint256 amount1In, uint256 amount0Out, uint256 amount1Out, address indexed to)',
	'Swap(address indexed sender, address indexed recipient, int256 amount0, int256 amount1, uint160 sqrtPriceX96, uint128 liquidity, int24 tick)',
	'Sync(uint112 reserve0, uint112 reserve1)',
	'Mint(address indexed sender, uint256 amount0, uint256 amount1)',
	'Mint(address sender, address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
	'Burn(address indexed sender, uint256 amount0, uint256 amount1, address indexed to)',
	'Burn(address indexed owner, int24 indexed tickLower, int24 indexed tickUpper, uint128 amount, uint256 amount0, uint256 amount1)',
	'Deposit(address indexed dst, uint256 wad)',
	'Withdrawal(address indexed src, uint256 wad)',
	'OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
	'RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
	'RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
	'Paused(address account)',
	'Unpaused(address account)',
	'Upgraded(address indexed implementation)',
	'Initialized(uint8 version)',
	'Initialized(uint64 version)',
];

let usual: readonly ContractEvent[] | undefined;
const learned = new Map<string, readonly ContractEvent[]>();

/** Sets the events of the operator's ABIs from a source, such as `--abi`, for the whole process: what a hash means does not depend on the account. */
export function learnEvents(source: 'abis' | '--abi', events: readonly ContractEvent[]): void {
	learned.set(source, events);
}

const learnedEvents = (): readonly ContractEvent[] => [...learned.values()].flat();

/** The events of the operator's ABIs, then the usual ones, which are hashed when they are first needed. */
function knownEvents(): readonly ContractEvent[] {
	usual ??= usualTexts.map(text => readSignature(text));
	return [...learnedEvents(), ...usual];
}

/** The signatures of the known events, to suggest. */
export const eventTexts = (): readonly string[] => [...new Set(knownEvents().map(({text}) => text))];

/** The event of a topic_0; undefined if it is not known. Events that differ only in what is indexed are one, with the arguments of all. */
export const eventOfTopic = (topic: string): ContractEvent | undefined =>
	isWord(topic) ? united(knownEvents().filter(event => event.topic === topic.toLowerCase())) : undefined;

/** Events of one signature, with the names of the first. */
function united(events: readonly ContractEvent[]): ContractEvent | undefined {
	const [first] = events;
	const indexed = events.reduce(
		(all, event) => [
			...all,
			...event.indexed.slice(all.length).map(argument => ({...argument, isIndexed: event === first})),
		],
		[] as Argument[],
	);
	return first && {...first, indexed};
}

/** A topic as it is typed: what is sent, and what is wrong with it. */
type TopicReading = {
	readonly sent: string;
	/** Completes a sentence that begins with the name of the topic. It may quote the text. */
	readonly problem?: string | undefined;
	/** The indexed argument of the event. */
	readonly argument?: Argument | undefined;
};

/**
Reads topics as they are typed: a signature or the name of a known event as topic_0, and the indexed arguments of that event. 32 bytes in hexadecimal are taken as they are, also for an event that is not known. A text with a problem is sent unchanged; an address with a wrong checksum is padded.
*/
export function readTopics(topics: Topics): {
	readonly event: ContractEvent | undefined;
	readonly readings: readonly TopicReading[];
} {
	const [first, ...others] = topics.map(topic => topic.trim());
	const isTyped = first !== '' && !/^0x/iv.test(first!);
	const found = isTyped ? findEvent(first!) : parsed(eventOfTopic(first!));
	const event = found.ok ? found.value : undefined;
	const readings = others.map((text, index): TopicReading => {
		const argument = event?.indexed[index];
		if (text === '' || isWord(text)) {
			return {sent: text, argument};
		}

		if (event === undefined) {
			return {sent: text, problem: notWord};
		}

		const {length} = event.indexed;
		const none = `must be empty: ${event.name} has ${counted(length, 'indexed argument')}`;
		return {sent: text, argument, ...(argument === undefined ? {problem: none} : encode(argument, text))};
	});
	const problem = isWord(first!) || first === '' ? undefined : notWord;
	const topic = isTyped
		? {sent: event?.topic ?? first!, problem: found.ok ? undefined : found.problem}
		: {sent: first!, problem};
	return {event, readings: [topic, ...readings]};
}

/** What is sent for topics as they are typed. */
export const sentTopics = (topics: Topics): Topics =>
	readTopics(topics).readings.map(({sent}) => sent) as unknown as Topics;

/** The same, but as typed if any of them has a problem, which is then found by the check. */
export const settledTopics = (topics: Topics): Topics =>
	readTopics(topics).readings.some(({problem}) => problem !== undefined) ? topics : sentTopics(topics);

/** Topics with what they mean, as far as that is known: the signature of the event and the names of its arguments. What was typed stands before what is sent. A topic that is not set is an empty text. Not yet safe to show. */
export function topicTexts(topics: Topics): string[] {
	const {event, readings} = readTopics(topics);
	return readings.map(({sent, argument}, index) => {
		const typed = topics[index]!.trim();
		const name = index === 0 ? event?.signature : argument?.name;
		const isPlain = typed === sent || index === 0;
		return typed === '' ? '' : joined([name, isPlain ? '' : `${typed} =`, sent], ' ');
	});
}

/** Finds the event of a signature, or of a name that only one known signature has. Events of the operator's ABIs hide usual ones of their name. */
function findEvent(text: string): Parsed<ContractEvent> {
	if (text.includes('(')) {
		const event = parseEvent(text);
		// Without `indexed` it says nothing about the topics.
		return event.ok && event.value.indexed.length === 0
			? parsed(eventOfTopic(event.value.topic) ?? event.value)
			: event;
	}

	const all = knownEvents();
	const ofName = (events: readonly ContractEvent[]) => events.filter(({name}) => name === text);
	const own = ofName(learnedEvents());
	const named = own.length > 0 ? own : ofName(all);
	if (new Set(named.map(({topic}) => topic)).size > 1) {
		return wrong(`${text} has several signatures, give one of them: ${named.map(event => event.text).join('; ')}`);
	}

	const meant = nearest(
		text,
		all.map(({name}) => name),
	);
	const hint = meant === undefined ? ` Write its signature, such as ${usualTexts[0]!}` : suggestion(meant);
	return named.length === 0 ? wrong(`is no event that chainbell knows.${hint}`) : parsed(united(named)!);
}

/** Whether a text is 32 bytes in hexadecimal. */
const isWord = (text: string): boolean => /^0x[\da-f]{64}$/iv.test(text);

const notWord = 'must be 0x and 64 hexadecimal digits (32 bytes), or empty';

/** A number as a topic: 32 bytes, a negative one as its two's complement. */
const wordOf = (value: bigint): string => `0x${BigInt.asUintN(256, value).toString(16).padStart(64, '0')}`;

/** Encodes an indexed argument as its topic: numbers and addresses are padded on the left, fixed bytes on the right. */
function encode({type}: Argument, text: string): {readonly sent?: string; readonly problem?: string} {
	const {kind, size = ''} = /^(?<kind>address|bool|u?int|bytes(?=\d))(?<size>\d*)$/v.exec(type)?.groups ?? {};
	switch (kind) {
		case 'address': {
			const reading = readAddress(text).kind;
			if (reading === 'not-hex' || reading === 'other-length') {
				return {problem: 'must be an address: 0x and 40 hexadecimal digits'};
			}

			const sent = wordOf(BigInt(text));
			return reading === 'wrong-checksum' ? {sent, problem: 'fails its EIP-55 checksum: a digit may be wrong'} : {sent};
		}

		case 'bool': {
			return ['true', 'false'].includes(text)
				? {sent: wordOf(BigInt(text === 'true'))}
				: {problem: 'must be true or false'};
		}

		case 'uint':
		case 'int': {
			const digits = writtenOut(text) ?? text;
			const isNumber = digits.length <= 80 && (isInteger(digits) || isHexadecimal(digits));
			const value = isNumber ? BigInt(digits) : undefined;
			const wrapped = (kind === 'int' ? BigInt.asIntN : BigInt.asUintN)(Number(size), value ?? 0n);
			return value === wrapped ? {sent: wordOf(value)} : {problem: `must be a whole number that fits into ${type}`};
		}

		case 'bytes': {
			return text.length === 2 + 2 * Number(size) && isHexadecimal(text)
				? {sent: text.padEnd(66, '0')}
				: {problem: `must be ${type}: 0x and ${2 * Number(size)} hexadecimal digits`};
		}

		case undefined:
		default: {
			return {problem: `must be 0x and 64 hexadecimal digits: of ${type} a topic has only the Keccak-256 hash`};
		}
	}
}

/** A mistake in a signature. Its message names the column. */
class SignatureError extends Error {}

const longestSignature = 2000;

/** Parses the signature of an event as Solidity has it; `event` and `;` can be left out, and so can names. The problem names the column of the mistake, from 1. */
export function parseEvent(text: string): Parsed<ContractEvent> {
	if (text.length > longestSignature) {
		return wrong(`is longer than ${longestSignature} characters`);
	}

	try {
		return parsed(readSignature(text));
	} catch (error) {
		if (error instanceof SignatureError) {
			return wrong(error.message);
		}

		throw error;
	}
}

/** @throws SignatureError */
function readSignature(text: string) {
	const tokens = Array.from(text.matchAll(/\[\d*\]|[\w$]+|\S/gv), ({0: token, index}) => ({token, index}));
	let at = 0;
	const next = () => tokens[at]?.token ?? '';
	const refuse = (problem: string): never => {
		throw new SignatureError(`has a mistake at column ${(tokens[at]?.index ?? text.length) + 1}: ${problem}`);
	};
	const takes = (token: string) => {
		const isNext = next() === token;
		at += Number(isNext);
		return isNext;
	};
	const take = (pattern: RegExp, expected: string): string => {
		const token = next();
		if (!pattern.test(token)) {
			refuse(`${expected} is expected${token === '' ? '' : `, not ${JSON.stringify(token)}`}`);
		}

		at++;
		return token;
	};

	const readType = (): string => {
		let type: string;
		if (takes('tuple') || next() === '(') {
			type = `(${typesOf(readArguments())})`;
		} else {
			type = canonicalType(next()) ?? refuse(typeProblem(next()));
			at++;
		}

		while (next().startsWith('[')) {
			type += take(/^\[.*\]$/v, '] or a number and ]');
		}

		return type;
	};

	const readArguments = (): Argument[] => {
		take(/^\($/v, '(');
		const found: Argument[] = [];
		if (takes(')')) {
			return found;
		}

		do {
			const type = readType();
			if (next() === 'indexed' && found.filter(({isIndexed}) => isIndexed).length === 3) {
				refuse('at most three arguments are indexed');
			}

			const isIndexed = takes('indexed');
			found.push({type, isIndexed, name: identifier.test(next()) ? take(identifier, 'a name') : ''});
		} while (takes(','));
		take(/^\)$/v, ', or )');
		return found;
	};

	takes('event');
	const from = tokens[at]?.index;
	const name = take(identifier, 'the name of an event');
	const all = readArguments();
	const end = tokens[at - 1]!.index + 1;
	if (next() === 'anonymous') {
		refuse('an anonymous event has no topic of its signature; its indexed arguments begin with topic_0');
	}

	takes(';');
	take(/^$/v, 'the end');
	const signature = `${name}(${typesOf(all)})`;
	return {
		name,
		/** What is hashed: `Transfer(address,address,uint256)`. */
		signature,
		topic: `0x${keccakHex(signature)}`,
		/** As it was written, with the names of its arguments, without `event` and `;`. */
		text: text.slice(from, end).replaceAll(/\s+/gv, ' '),
		/** The arguments in topic_1 to topic_3. */
		indexed: all.filter(({isIndexed}) => isIndexed),
	};
}

const identifier = /^[a-z_$][\w$]*$/iv;

const typesOf = (all: readonly Argument[]): string => all.map(({type}) => type).join(',');

/** The canonical name of an elementary type (Solidity Contract ABI Specification, "Types"): `uint256` for `uint`. Undefined for any other word. */
function canonicalType(word: string): string | undefined {
	const {kind, size} = /^(?<kind>address|bool|string|bytes|u?int)(?<size>[1-9]\d{0,2})?$/v.exec(word)?.groups ?? {};
	if (kind === 'uint' || kind === 'int') {
		const bits = Number(size ?? 256);
		return bits % 8 === 0 && bits <= 256 ? `${kind}${bits}` : undefined;
	}

	const isKnown = kind !== undefined && (size === undefined || (kind === 'bytes' && Number(size) <= 32));
	return isKnown ? word : undefined;
}

function typeProblem(word: string): string {
	const meant = nearest(word, ['address', 'uint256', 'int256', 'bytes32', 'bytes', 'bool', 'string']);
	const hint =
		meant === undefined
			? ' A contract is an address, an enum uint8, and a struct its members in parentheses.'
			: suggestion(meant);
	return `${word === '' ? 'a type is expected.' : `${JSON.stringify(word)} is no type of an ABI.`}${hint}`;
}

/** The most events of an ABI: each is hashed. */
const mostEvents = 1000;

/** Reads the events of an ABI in JSON: a list, also of signatures, or an object with that as its `abi`, as compilers write it. Anonymous events are left out, because they have no topic of their signature. */
export function readAbi(text: string): Parsed<readonly ContractEvent[]> {
	const json = tryParseJson(text);
	const items = Array.isArray(json) ? json : member(json, 'abi');
	if (!Array.isArray(items)) {
		return wrong('it is no ABI: a JSON list of events and functions, or an object with one as abi');
	}

	const texts = items.flatMap(item => eventText(item) ?? []);
	if (texts.length > mostEvents) {
		return wrong(`it has more than ${mostEvents} events`);
	}

	const events: ContractEvent[] = [];
	for (const signature of texts) {
		const event = parseEvent(signature);
		if (!event.ok) {
			return wrong(`its event ${signature} ${event.problem}`);
		}

		events.push(event.value);
	}

	return parsed(events);
}

/** The signature of an item of an ABI; undefined if it is no event with one. */
function eventText(item: unknown): string | undefined {
	if (typeof item === 'string') {
		return item.startsWith('event ') && !/anonymous;?$/v.test(item) ? item : undefined;
	}

	return isObject(item) && item.type === 'event' && item.anonymous !== true
		? `${textOf(item.name, '?')}(${inputTexts(item.inputs)})`
		: undefined;
}

const inputTexts = (inputs: unknown): string =>
	(Array.isArray(inputs) ? inputs : [])
		.map((input: unknown) => {
			const type = textOf(member(input, 'type'), '?');
			const whole = type.startsWith('tuple')
				? `(${inputTexts(member(input, 'components'))})${type.slice('tuple'.length)}`
				: type;
			const indexed = member(input, 'indexed') === true ? ' indexed' : '';
			return `${whole}${indexed} ${textOf(member(input, 'name'))}`.trim();
		})
		.join(', ');

const textOf = (value: unknown, missing = ''): string => (typeof value === 'string' && value !== '' ? value : missing);
