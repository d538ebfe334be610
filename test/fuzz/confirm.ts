import assert from 'node:assert/strict';
import {setImmediate as turn} from 'node:timers/promises';
import fc from 'fast-check';
import {render} from 'ink-testing-library';
import {createElement, type ReactElement} from 'react';
import {createKeyQueue} from '../../source/terminal/key-stdin.ts';
import {bindings, type Scope} from '../../source/tui/keys/bindings.ts';
import {KeySourceProvider, type Keys, useKeys} from '../../source/tui/keys/use-keys.ts';
import {NavigationProvider, type Navigation} from '../../source/tui/ui/navigation.ts';
import {createHandClock} from '../helpers/hand-clock.ts';
import {keyScraps} from './key-scraps.ts';
import {defineTarget, type Target} from './target.ts';

/** What one read brings, how many milliseconds after the one before, and whether the question is cut meanwhile. */
type Read = {readonly gap: number; readonly text: string; readonly isShown: boolean};

type Input = {readonly scope: string; readonly reads: readonly Read[]};

/** Every binding that confirms something, and what a terminal sends for a plain press of its keys. */
const questions = bindings
	.filter(({confirms}) => confirms === true)
	.map(({scope, action, keys, guards = {}}) => ({
		scope,
		action,
		guards: Object.keys(guards),
		codes: keys.map(key => (key === 'enter' ? '\r' : key)),
	}));

/** The gaps of held keys, of fast and slow typing, and of reading. */
const gaps = fc.oneof(
	fc.constantFrom(0, 1, 15, 33, 40, 49, 50, 99, 100, 250, 299, 300, 500, 660, 999, 1000, 2000),
	fc.nat(1500),
);

const kitty = '1 1:1 1:2 1:3 2 3 5 5:1 9 17 33 65 129'.split(' ');

const anyText = (code: string): fc.Arbitrary<string> =>
	fc.oneof(
		{weight: 6, arbitrary: fc.constant(code)},
		{weight: 4, arbitrary: fc.constantFrom(...kitty).map(modifiers => `\u{1B}[${code.codePointAt(0)!};${modifiers}u`)},
		{
			weight: 3,
			arbitrary: fc
				.array(fc.constantFrom(code, ...keyScraps), {minLength: 1, maxLength: 4})
				.map(parts => parts.join('')),
		},
	);

const anyInput: fc.Arbitrary<Input> = fc.constantFrom(...questions).chain(({scope, codes}) =>
	fc.record({
		scope: fc.constant(scope),
		reads: fc.array(
			fc.record({gap: gaps, text: anyText(codes[0]!), isShown: fc.integer({min: 0, max: 4}).map(number => number > 0)}),
			{minLength: 1, maxLength: 12},
		),
	}),
);

/** A screen with one question, and nothing around it. */
function Question({
	scope,
	isShown,
	onConfirm,
}: {
	readonly scope: Scope;
	readonly isShown: boolean;
	readonly onConfirm: (action: string) => void;
}): undefined {
	const own = bindings.filter(binding => binding.scope === scope);
	const keys = {
		question: {isShown},
		guards: Object.fromEntries(own.flatMap(({guards = {}}) => Object.keys(guards)).map(guard => [guard, true])),
		actions: Object.fromEntries(
			own.map(({action, confirms}) => [
				action,
				() => {
					if (confirms === true) {
						onConfirm(action);
					}
				},
			]),
		),
		onKey: () => undefined,
	};
	useKeys(scope as 'question', keys as unknown as Keys<'question'>);
	return undefined;
}

/** A navigation in which nothing happens. */
const navigation = {
	isTop: true,
	title: '',
	notice: undefined,
	warning: undefined,
	refusal: undefined,
	chosen: undefined,
	needsRefusalLine: false,
	takeChosen: () => undefined,
	announce: () => undefined,
	common: () => ({}),
} as unknown as Navigation;

/** Confirmations on every screen that asks for one, from the bytes to the handler. */
export const confirm: Target = defineTarget<Input>(
	'confirm',
	'Nothing is confirmed but by a plain press of the key, alone in its read, 50 ms after the one before, once the question was shown for 300 ms.',
	anyInput,
	async ({scope, reads}) => {
		const clock = createHandClock();
		const now = () => clock.elapsed.now().at;
		const queue = createKeyQueue(now);
		let confirmed: string[] = [];
		const tree = (isShown: boolean): ReactElement =>
			createElement(
				KeySourceProvider,
				{value: queue},
				createElement(
					NavigationProvider,
					{value: navigation},
					createElement(Question, {
						scope: scope as Scope,
						isShown,
						onConfirm: action => confirmed.push(action),
					}),
				),
			);
		const {stdin, rerender, unmount} = render(tree(true));
		await turn();
		await turn();
		let shownAt: number | undefined = now();
		let lastAt = -Infinity;
		try {
			for (const {gap, text, isShown} of reads) {
				clock.pass(gap);
				if (isShown !== (shownAt !== undefined)) {
					rerender(tree(isShown));
					await turn();
					await turn();
					shownAt = isShown ? now() : undefined;
				}

				confirmed = [];
				queue.receive(text);
				queue.endWait();
				while (queue.hasNext()) {
					const key = queue.next();
					if (key !== undefined) {
						stdin.write(key);
					}

					await turn();
				}

				const isPress = questions.some(
					({scope: asked, codes}) =>
						asked === scope &&
						codes.some(code =>
							[
								code,
								`\u{1B}[${code.codePointAt(0)!};1u`,
								`\u{1B}[${code.codePointAt(0)!};1:1u`,
								`\u{1B}[${code.codePointAt(0)!};65u`,
								`\u{1B}[${code.codePointAt(0)!};129u`,
							].some(form => text.replaceAll(releases, '') === form),
						),
				);
				const isAllowed = isPress && now() - lastAt >= 50 && shownAt !== undefined && now() - shownAt >= 300;
				assert.ok(
					confirmed.length === 0 || (isAllowed && confirmed.length === 1),
					`${JSON.stringify(text)} confirmed ${confirmed.join(', ')} in ${scope}`,
				);
				lastAt = now();
			}
		} finally {
			unmount();
		}
	},
);

/** Releases, and what a terminal reports: no keys. */
const releases =
	/\u{1B}\[\d+;\d+:3u|\u{1B}\[I|\u{1B}\[\?62;22c|\u{1B}\[12;40R|\u{1B}\[<0;3;4M|\u{1B}\]11;rgb:0000\/0000\/0000\u{7}|\u{1B}P>\|xterm\u{1B}\\|\u{1B}_Gi=1;OK\u{1B}\\/gv;
