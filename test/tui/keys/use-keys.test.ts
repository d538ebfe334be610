import {expectTypeOf, test} from 'vitest';
import type {ActionOf, CommonAction, GuardOf, KeyScopes} from '../../../source/tui/keys/bindings.ts';
import type {Actions, Keys} from '../../../source/tui/keys/use-keys.ts';

// `tsc` checks these; running them checks nothing.

type Handler = () => void;

/** What the scope `bulk-paused` needs: its bindings are finish, stop and back. */
type Paused = {readonly finish: Handler; readonly stop: Handler};

/** What the scope `drafts` needs. */
type Drafts = Readonly<Record<Exclude<ActionOf<'drafts'>, CommonAction>, Handler>>;
type DraftGuards = Readonly<Record<Exclude<GuardOf<'drafts'>, 'isWritable'>, boolean>>;

test('a handler for each binding of a scope is accepted, with or without the common actions', () => {
	expectTypeOf<Paused>().toExtend<Actions<'bulk-paused'>>();
	expectTypeOf<Paused & {readonly back: Handler; readonly help: Handler}>().toExtend<Actions<'bulk-paused'>>();
});

test('a missing handler is a type error', () => {
	expectTypeOf<Omit<Paused, 'stop'>>().not.toExtend<Actions<'bulk-paused'>>();
	expectTypeOf<Omit<Drafts, 'discard'>>().not.toExtend<Actions<'drafts'>>();
});

test('the guards that the bindings of a scope name are demanded', () => {
	expectTypeOf<{readonly actions: Drafts; readonly guards: DraftGuards}>().toExtend<Keys<'drafts'>>();
	expectTypeOf<{readonly actions: Drafts}>().not.toExtend<Keys<'drafts'>>();
	expectTypeOf<{readonly actions: Drafts; readonly guards: Omit<DraftGuards, 'hasRow'>}>().not.toExtend<
		Keys<'drafts'>
	>();
});

test('a scope without keys is a type error', () => {
	type Row = {readonly action: 'open'; readonly keys: readonly ['enter']; readonly label: 'open'};
	expectTypeOf<{readonly drafts: {readonly title: 'drafts'; readonly rows: readonly [Row]}}>().toExtend<KeyScopes>();
	expectTypeOf<{readonly drafts: {readonly title: 'drafts'}}>().not.toExtend<KeyScopes>();
});
