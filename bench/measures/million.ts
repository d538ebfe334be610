import path from 'node:path';
import {makeHome} from '../../test/helpers/terminal-home.ts';
import {million, type Account} from '../account.ts';
import {cpuTime} from '../cpu-time.ts';
import type {Measure} from '../measure.ts';
import {ageListings} from '../listing-files.ts';
import {peakMemory} from '../peak-memory.ts';
import {openChainbell} from '../programs.ts';
import {hasRows, hasSearchLine, isComplete, isIndexed, isNewlyListed} from '../screen.ts';
import {patience, type TimedTerminal} from '../timed-terminal.ts';
import {jqPeak} from './memory.ts';
import {timeJq} from './fresh-listing.ts';

/** Milliseconds, for each step. */
const limit = 300_000;

/** An account of 1,000,000: opened, searched and sorted. It is as many records as are read unless a profile's `limits.records` says more. */
export const openMillion: Measure = {
	name: 'million',
	what: 'fresh listing on screen',
	against: '`curl … | jq length`',
	budget: undefined,
	needs: ['curl', 'jq'],
	sizes: [million],
	judged: [million],
	isOnDemand: true,
	async run({folder, account: accountOf}, size) {
		const account = await accountOf(size);
		await using home = makeHome();
		const {opened, indexed, searched, sorted, cpu, peak} = await use(account, home.path);
		const again = await timeSecondStart(account, home.path);
		const theirs = await timeJq(account, path.join(folder, 'length'));
		const jqMemory = await jqPeak(account, limit);
		return {
			ours: [opened],
			theirs: [theirs],
			note: [
				`on screen after ${seconds(opened)}, jq after ${seconds(theirs)}; a search is ready ${seconds(indexed)} later;`,
				`the search "user-${size}", typed at once, took ${seconds(searched)}; sorting by name ${seconds(sorted)}; the second start shows the new listing after ${seconds(again)};`,
				`all of that took ${seconds(cpu)} of a CPU until it was sorted;`,
				`${mebibytes(peak)} at most, jq ${mebibytes(jqMemory)}. More is read only where limits.records of a profile says so.`,
			].join(' '),
		};
	},
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;
const mebibytes = (kibibytes: number): string => `${Math.round(kibibytes / 1024)} MiB`;

/** Opens, searches and sorts the account, and quits. Milliseconds, and KiB. `cpu`: what it used until then. */
async function use(
	account: Account,
	home: string,
): Promise<Record<'opened' | 'indexed' | 'searched' | 'sorted' | 'cpu' | 'peak', number>> {
	await using terminal = openChainbell(account, home);
	const {at: listed} = await terminal.until('The complete listing', lines => isComplete(lines, account.size), limit);
	const {at: indexed} = await terminal.until('The index', isIndexed, limit);
	const searched = await timeSearch(terminal, account.size);
	const sorted = await timeSort(terminal);
	const [cpu, peak] = [await cpuTime(terminal.pid), await peakMemory(terminal.pid)];
	// What was listed is in the cache then.
	terminal.press('q');
	await terminal.ended;
	return {opened: listed - terminal.startedAt, indexed: indexed - listed, searched, sorted, cpu, peak};
}

async function timeSecondStart(account: Account, home: string): Promise<number> {
	await ageListings(home);
	await using terminal = openChainbell(account, home);
	const {at} = await terminal.until(
		'The new listing',
		lines => hasRows(lines) && isComplete(lines, account.size) && isNewlyListed(lines),
		limit,
	);
	return at - terminal.startedAt;
}

/** Until the only match is found; the search is cleared afterwards. */
async function timeSearch(terminal: TimedTerminal, size: number): Promise<number> {
	terminal.press('/');
	await terminal.until('The search line', hasSearchLine, patience.key);
	const pressed = terminal.press(`user-${size}`);
	const {at} = await terminal.until(
		'The match',
		([first = '', second = '']) => /(?<![\d,])1 of 1,?000,?000/v.test(first + second),
		limit,
	);
	terminal.press('Escape');
	await terminal.until('The list', lines => lines.some(line => line.includes('? help')), limit);
	return at - pressed;
}

/** Until the rows are sorted by name. */
async function timeSort(terminal: TimedTerminal): Promise<number> {
	terminal.press('s');
	await terminal.until('The choice', lines => lines.some(line => line.includes('[n]ame')), patience.key);
	const before = idsOn(terminal.lines);
	const pressed = terminal.press('n');
	const {at} = await terminal.until(
		'Sorted rows',
		lines => idsOn(lines).length > 20 && idsOn(lines) !== before && !lines.slice(0, 2).join(' ').includes('sorting'),
		limit,
	);
	return at - pressed;
}

/** The IDs of the rows on show. */
const idsOn = (lines: readonly string[]): string =>
	lines
		.slice(3, -2)
		.map(line => /^[ >] +(\d+)/v.exec(line)?.[1] ?? '')
		.join(' ');
