import type {Mutant} from './mutate.ts';

/** A change that makes no difference to anybody, and why. It is found by its file, the text of its line and the change, so that it goes when the line changes. */
export type UnseenChange = Pick<Mutant, 'file' | 'change'> & {
	/** Part of the line that is changed. */
	readonly text: string;
	readonly reason: string;
};

/** Changes that were looked at, one by one. What only no test notices does not belong here. */
export const unseenChanges: readonly UnseenChange[] = [
	{file: 'source/operations/bulk/run-batch.ts', text: 'limit: 1})[0]', change: '1 → 2', reason: 'Only the first row is used.'},
	{file: 'source/operations/bulk/send-creations.ts', text: 'items.length > 0', change: '0 → 1', reason: 'The last of those that are alike is sent in another round.'},
	{file: 'source/api/listing/record-scanner.ts', text: 'row.isId && end >= 0', change: '0 → 1', reason: 'The index after a value is never 0.'},
	{file: 'source/api/listing/token-scanner.ts', text: 'if (at + 4 >= this.end)', change: '4 → 5', reason: 'A string that ends with its last escape is incomplete either way.'},
	{file: 'source/api/listing/reading.ts', text: 'page - 1 : page', change: '- → +', reason: 'Any page but the present one does.'},
	{file: 'source/api/listing/scan-records.ts', text: 'length - at > Math.min(longestRescan', change: '- → +', reason: 'The slower way, which is taken sooner, reads the same records.'},
	{file: 'source/api/listing/received-bytes.ts', text: 'length > this.buffer.length', change: '> → >=', reason: 'A buffer that is just full grows one chunk sooner.'},
	{file: 'source/api/listing/token-scanner.ts', text: 'export const unusual = -2;', change: '2 → 3', reason: 'It is compared with itself only.'},
	{file: 'source/api/ofetch.ts', text: 'message.statusCode ?? 0', change: '0 → 1', reason: 'A response always has a status.'},
	{file: 'source/api/field-errors/sentences.ts', text: 'maxWords + 1', change: '1 → 2', reason: 'No more than the first words are looked at.'},
	{file: 'source/api/request-log.ts', text: 'const readLength = 2 * keptLength;', change: '2 → 3', reason: 'More is read than is needed.'},
	{file: 'source/session/session-ledger.ts', text: 'const busyTimeout = 10;', change: '10 → 11', reason: 'A millisecond more of a frame.'},
	{file: 'source/session/undo-plan.ts', text: 'count >= limit', change: '>= → >', reason: 'The 10,001st change is looked at, too.'},
	{file: 'source/tui/form/use-duplicate-search.ts', text: 'from < candidates.length', change: '< → <=', reason: 'One more slice, without records.'},
	{file: 'source/tui/form/use-duplicate-search.ts', text: 'controller.abort();', change: 'controller.abort(); → ;', reason: 'The result of an earlier search is never shown.'},
	{file: 'source/domain/fields.ts', text: 'addresses.length === 1 ? addresses[0]!', change: 'addresses.length === 1 ? addresses[0]! : addresses.join(\' \') → (addresses.join(\' \'))', reason: 'The slower way gives the same text.'},
	{file: 'source/domain/query/parse-query.ts', text: 'isOr(words[index + 1]!)', change: '+ → -', reason: 'Two in a row are found from either side.'},
	{file: 'source/cli/create.ts', text: 'retries: 0', change: '0 → 1', reason: 'A clone is one notification, and retries are for several.'},
];

/** Where a long computation lets keys in between: it only decides when. */
const slicing = /\bawait (?:breathe|yieldIfDue)\(\)|\bindex % 1000 ===|% itemsPerSlice ===/v;

/** Why nobody can see a mutant, as far as that is known; undefined for all others. `line`: the text of its line. */
export function whyUnseen({file, change}: Pick<Mutant, 'file' | 'change'>, line: string): string | undefined {
	const known = unseenChanges.find(one => one.file === file && one.change === change && line.includes(one.text));
	return known?.reason ?? (slicing.test(line) ? 'It only decides when keys are let in between.' : undefined);
}
