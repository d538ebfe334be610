import process from 'node:process';
import {afterEach, beforeEach, expect, test, vi} from 'vitest';

/*
React's development build, which this file runs in a worker of its own (vitest.config.ts): it complains on the console when a component changes another one while it renders, or renders something twice in one commit. It says nothing when a component sets its own state while it renders, but then it renders it again, which is seen where it sets its dispatcher.
*/
process.env.NODE_ENV = 'development';
const React = await import('react');
const {Text} = await import('ink');
const {startApp} = await import('../helpers/app.tsx');
const {pasted, renderScreen} = await import('../helpers/screen.tsx');

type Internals = {H: unknown};
const internals = (React as unknown as Record<string, Internals>)[
	'__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
]!;
const complaints: string[] = [];
let dispatcher = internals.H;
Object.defineProperty(internals, 'H', {
	get: () => dispatcher,
	set(next: unknown) {
		dispatcher = next;
		const [, , caller = '', ...callers] = new Error('a dispatcher is set').stack!.split('\n');
		if (caller.includes('renderWithHooksAgain')) {
			complaints.push(`A component set its own state while it rendered:\n${callers.join('\n')}`);
		}
	},
});

beforeEach(() => {
	complaints.length = 0;
	vi.spyOn(console, 'error').mockImplementation((...parts: unknown[]) => {
		complaints.push(parts.join(' '));
	});
});

afterEach(() => {
	vi.restoreAllMocks();
});

test('a component that sets state while it renders is found, its own and that of another', async () => {
	function Own() {
		const [count, setCount] = React.useState(0);
		if (count === 0) {
			setCount(1);
		}

		return <Text>own {count}</Text>;
	}

	function Child({onRender}: {readonly onRender: () => void}) {
		onRender();
		return null;
	}

	function Parent() {
		const [count, setCount] = React.useState(0);
		return (
			<>
				<Text>parent {count}</Text>
				<Child
					onRender={() => {
						setCount(1);
					}}
				/>
			</>
		);
	}

	await using own = renderScreen(<Own />);
	await own.waitFor('own 1');
	expect(complaints).toEqual([expect.stringContaining('A component set its own state')]);
	await using parent = renderScreen(<Parent />);
	await parent.waitFor('parent 1');
	expect(complaints.at(-1)).toContain('Cannot update a component');
});

test('the screens set no state while they render, and React has nothing to complain about', async () => {
	await using app = await startApp({size: '150x40'});
	await app.waitFor('12 notifications');
	// The list: search, order, groups, folds, marks, the columns and the preview.
	await app.press('/', ...'user:ops', 'Enter');
	await app.waitFor('4 of 12');
	await app.press(
		'Escape',
		's',
		'u',
		'b',
		'c',
		'Left',
		'j',
		' ',
		'V',
		'j',
		'V',
		'A',
		'b',
		'-',
		'W',
		'Right',
		'W',
		'p',
		'p',
	);
	await app.press('+', '+', '?');
	await app.waitFor('help');
	await app.press('Escape', ':');
	await app.waitFor('palette');
	await app.press('Escape', 'Enter', 'j', 'J', 'J', 'Escape');

	// The form, its review, and what it created.
	await app.press('n', 'user-42', 'Enter', 'e', 'Enter', 'ops@example.com', 'Enter');
	await app.press('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', 'Tab', 'Escape');
	await app.waitFor('Draft kept');
	await app.press('n', 'M-d', 'C-s');
	await app.waitFor('Create a notification on SANDBOX');
	await app.press('y');
	await app.waitFor('✓ Created 13 on SANDBOX.');
	await app.press('e');
	await app.waitFor('edit notification');
	await app.press('x', 'Escape');

	// Several at once: an edit, which is undone, and a deletion.
	await app.press('/', pasted('channel:webhook'), 'Enter', 'a', 'e');
	await app.waitFor('different');
	await app.press(pasted('/example.com/hooks.example/'), 'Enter');
	await app.waitFor('then enter:');
	await app.press('2', 'Enter');
	await app.waitFor('✓ Replaced 2');
	await app.press('u');
	await app.waitFor('Undo');
	await app.press('2', 'Enter');
	await app.waitFor('✓ Undone. Replaced 2');
	await app.press('A', 'a', 'd');
	await app.waitFor('then enter:');
	await app.press('3', 'Enter');
	await app.waitFor('✓ Deleted 3');
	await app.press('Escape', 'H');
	await app.waitFor('activity');
	await app.press('Enter', 'Escape', 'Escape', '@');
	expect(complaints).toEqual([]);
});
