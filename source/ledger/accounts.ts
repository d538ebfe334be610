import {existsSync, renameSync, writeFileSync} from 'node:fs';
import process from 'node:process';
import {sha256} from '@noble/hashes/sha2.js';
import {bytesToHex, utf8ToBytes} from '@noble/hashes/utils.js';
import {isObject} from '../platform/json.ts';
import {readTextFile} from '../platform/files.ts';
import {makePrivate} from './quarantine.ts';

/** The service, the profile and the API key that together identify an account. */
type Credentials = {
	readonly baseUrl: string;
	/** The name of the profile. */
	readonly name: string;
	readonly apiKey: string;
};

/** An account that was used under the same profile name with another API key. */
export type EarlierAccount = {
	/** Its `profileKey`. */
	readonly account: string;
	/** When it was last used, in milliseconds since the epoch. */
	readonly usedAt: number;
};

type AccountIdentity = {
	/** The `profileKey` under which all data of the account is stored. */
	readonly account: string;
	/** The profile that last used this key; undefined if the key was never used. */
	readonly name: string | undefined;
	/** Set if the key was never used but the profile was used with another one: it is not known whether both belong to one account. */
	readonly earlier: EarlierAccount | undefined;
};

type IndexedAccount = {
	readonly account: string;
	readonly name: string;
	/** Salted fingerprints of its API keys, never a key. */
	readonly keys: readonly string[];
	readonly usedAt: number;
};

type Index = {
	readonly version: 1;
	/** A random salt, so that a fingerprint cannot be looked up in a table; empty until there is a fingerprint. */
	readonly salt: string;
	readonly accounts: readonly IndexedAccount[];
};

type AccountIndexOptions = {
	/** A JSON file, written when the first account is assigned. */
	readonly file: string;
	readonly now: () => number;
};

/** The index of API keys by account. It is not part of the ledger, so that an account can be shown before the ledger is open. */
export type AccountIndex = ReturnType<typeof createAccountIndex>;

/** Creates the index stored in a file. No method throws: a file that is missing or cannot be read counts as empty. */
export function createAccountIndex({file, now}: AccountIndexOptions) {
	let known: Index | undefined;

	/** Reads the file again, because other processes write it too. */
	const load = (): Index => {
		known = readIndex(file) ?? known ?? {version: 1, salt: '', accounts: []};
		return known;
	};

	/** The index with a salt, and the fingerprint of a key. The salt is created as late as possible: random numbers take milliseconds to load, and the first start needs none before its first frame. */
	const loadSalted = ({baseUrl, apiKey}: Credentials) => {
		const index = load();
		const salt =
			index.salt === '' ? process.getBuiltinModule('node:crypto').randomBytes(16).toString('hex') : index.salt;
		known = {...index, salt};
		return {...known, key: fingerprint(JSON.stringify([salt, baseUrl, apiKey]))};
	};

	/** Those that were used under a profile name. */
	const ofName = (accounts: readonly IndexedAccount[], {baseUrl, name}: Pick<Credentials, 'baseUrl' | 'name'>) =>
		accounts.filter(each => each.name === name && each.account.startsWith(`${baseUrl} `));

	return {
		/** The accounts of a service that were used under a profile name, with any API key. */
		named(of: Pick<Credentials, 'baseUrl' | 'name'>) {
			const found = ofName(load().accounts, of).map(({account}) => account);
			return [...new Set([...found, `${of.baseUrl} ${of.name}`])];
		},
		/** Removes accounts, including the fingerprints of their keys. */
		forget(forgotten: readonly string[]) {
			const {accounts, ...index} = load();
			known = {...index, accounts: accounts.filter(({account}) => !forgotten.includes(account))};
			if (existsSync(file)) {
				writeIndex(file, known);
			}
		},
		/** Finds the account of a key. `current`: the account that is open, if the key is to replace the one in use. */
		identify(credentials: Credentials, current?: string): AccountIdentity {
			const unkeyed = `${credentials.baseUrl} ${credentials.name}`;
			if (current === undefined && load().accounts.length === 0) {
				return {account: unkeyed, name: undefined, earlier: undefined};
			}

			const {key, accounts} = loadSalted(credentials);
			const owner = accounts.find(({keys}) => keys.includes(key));
			if (owner !== undefined) {
				return {account: owner.account, name: owner.name, earlier: undefined};
			}

			const [last] = ofName(accounts, credentials).toSorted((a, b) => b.usedAt - a.usedAt);
			const {account, usedAt} = current === undefined ? (last ?? {}) : {account: current, usedAt: now()};
			return account === undefined || usedAt === undefined
				? {account: unkeyed, name: undefined, earlier: undefined}
				: {account: `${unkeyed} ${key}`, name: undefined, earlier: {account, usedAt}};
		},
		/** Assigns the key to the account. If the file cannot be written, the assignment lasts until the program ends. */
		assign(credentials: Credentials, account: string) {
			const {accounts, key, ...index} = loadSalted(credentials);
			const others = accounts
				.filter(each => each.account !== account)
				.map(each => ({...each, keys: each.keys.filter(other => other !== key)}));
			const keys = accounts.find(each => each.account === account)?.keys ?? [];
			known = {
				...index,
				accounts: [...others, {account, name: credentials.name, keys: [...new Set([...keys, key])], usedAt: now()}],
			};
			writeIndex(file, known);
		},
	};
}

function readIndex(file: string): Index | undefined {
	try {
		const index: unknown = JSON.parse(readTextFile(file));
		return isIndex(index) ? index : undefined;
	} catch {
		return undefined;
	}
}

// Does not use zod, which would have to be loaded before the first frame.
const isIndex = (value: unknown): value is Index =>
	isObject(value) &&
	value.version === 1 &&
	typeof value.salt === 'string' &&
	Array.isArray(value.accounts) &&
	value.accounts.every(account => isIndexedAccount(account));

const isIndexedAccount = (value: unknown): value is IndexedAccount =>
	isObject(value) &&
	typeof value.account === 'string' &&
	typeof value.name === 'string' &&
	Array.isArray(value.keys) &&
	value.keys.every(key => typeof key === 'string') &&
	typeof value.usedAt === 'number';

/** Writes atomically, so that no other process reads a partial file. */
function writeIndex(file: string, index: Index): void {
	const temporary = `${file}.${process.pid}`;
	try {
		makePrivate(temporary);
		writeFileSync(temporary, `${JSON.stringify(index, undefined, '\t')}\n`, {mode: 0o600});
		renameSync(temporary, file);
	} catch {
		// The assignment is lost, and the next start asks again.
	}
}

/** The `profileKey` of the sandbox, and of every account before version 0.2: the service's URL and a fingerprint of the API key, never the key. */
export function fingerprintKey({baseUrl, apiKey}: {readonly baseUrl: string; readonly apiKey: string}): string {
	return `${baseUrl} ${fingerprint(apiKey)}`;
}

/** The first digits of the SHA-256 of a text. The first page needs some, and to load Node's module takes a twentieth of its time. */
export const fingerprint = (text: string, length = 16): string =>
	bytesToHex(sha256(utf8ToBytes(text))).slice(0, length);
