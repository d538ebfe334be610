import {expect, test} from 'vitest';
import {stepTexts} from '../../../source/tui/ui/use-task.ts';

test('an edit has three numbered steps, each with its time; until the first one nothing was sent', () => {
	const starts = [
		{step: 'checking', at: 1000},
		{step: 'creating', at: 3000},
		{step: 'finding', at: 4500},
		{step: 'deleting', at: 9000},
	] as const;
	expect(stepTexts(starts.slice(0, 1), 'replace', 2500)).toEqual([
		'Before sending: looking for it in the listing … 1 s · nothing was sent yet',
	]);
	expect(stepTexts(starts, 'replace', 12_000)).toEqual([
		'✓ Before sending: looking for it in the listing (2 s)',
		'? 1 of 3: creating the new one: outcome unknown (1 s)',
		'✓ 2 of 3: looking for the new one in the listing (4 s)',
		'3 of 3: deleting the old one … 3 s · it may succeed even if you stop waiting',
	]);
});

test('a wait that the service asked for is counted down, and nothing was sent until it is over', () => {
	expect(stepTexts([{step: 'waiting', at: 1000, until: 21_000}], 'create', 5500)).toEqual([
		'Rate limited (429): the service asked to wait … 15 s left · nothing was sent yet',
	]);
	expect(
		stepTexts(
			[
				{step: 'waiting', at: 1000, until: 21_000},
				{step: 'checking', at: 21_000},
			],
			'create',
			22_000,
		),
	).toEqual([
		'✓ Rate limited (429): the service asked to wait (20 s)',
		'Before sending: looking for duplicates in the listing … 1 s · nothing was sent yet',
	]);
});

test('an answer that names an ID is shown with it as accepted, until a listing has ended the step', () => {
	const accepted = {id: '7', wasListed: false};
	const starts = [
		{step: 'creating', at: 0},
		{step: 'finding', at: 1000, accepted},
		{step: 'deleting', at: 3000},
	] as const;
	expect(stepTexts(starts.slice(0, 2), 'create', 2000).at(-1)).toBe(
		'Accepted as ID 7. 2 of 2: checking that it is listed … 1 s · it may succeed even if you stop waiting',
	);
	expect(stepTexts(starts.slice(0, 2), 'replace', 2000).at(-1)).toBe(
		'Accepted as ID 7. 2 of 3: checking that the new one is listed … 1 s · it may succeed even if you stop waiting',
	);
	expect(stepTexts(starts, 'replace', 4000)[1]).toBe('✓ 2 of 3: checking that the new one is listed (2 s)');
});

test('while a pending change is ended, the current step is said with its time, and may have been sent before', () => {
	const said = (start: Parameters<typeof stepTexts>[0][number], now: number) => stepTexts([start], 'pending', now)[0];
	const waits = ' · it may succeed even if you stop waiting';
	expect(said({step: 'checking', at: 1000}, 3500)).toBe(`Looking in the listing for what became of it … 2 s${waits}`);
	const deletes = {id: '8', isNew: true};
	expect(said({step: 'deleting', at: 1000, deletes}, 4000)).toBe(`Deleting the new one (8) … 3 s${waits}`);
	expect(said({step: 'deleting', at: 1000, deletes: {...deletes, isNew: false}}, 4000)).toBe(
		`Deleting 8 … 3 s${waits}`,
	);
	expect(said({step: 'waiting', at: 1000, until: 21_000}, 5500)).toBe(
		`Rate limited (429): the service asked to wait … 15 s left${waits}`,
	);
});
