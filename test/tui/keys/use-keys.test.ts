import {expectTypeOf, test} from 'vitest';
import type {ActionOf, CommonAction, GuardOf, KeyScopes} from '../../../source/tui/keys/bindings.ts';
import type {Actions, Keys} from '../../../source/tui/keys/use-keys.ts';

// `tsc` checks these; running them checks nothing.

type Handler = () => void;

/** What the scope `bulk-paused` needs: its bindings are finish, stop and back. */
type Paused = {readonly finish: Handler; readonly stop: Handler};

/** What the scope `requests` needs. */
type Requests = Readonly<Record<Exclude<ActionOf<'requests'>, CommonAction>, Handler>>;
type RequestGuards = Readonly<Record<Exclude<GuardOf<'requests'>, 'isWritable'>, boolean>>;

test('a handler for each binding of a scope is accepted, with or without the common actions', () => {
	expectTypeOf<Paused>().toExtend<Actions<'bulk-paused'>>();
	expectTypeOf<Paused & {readonly back: Handler; readonly help: Handler}>().toExtend<Actions<'bulk-paused'>>();
});

test('a missing handler is a type error', () => {
	expectTypeOf<Omit<Paused, 'stop'>>().not.toExtend<Actions<'bulk-paused'>>();
	expectTypeOf<Omit<Requests, 'open'>>().not.toExtend<Actions<'requests'>>();
});

test('the guards that the bindings of a scope name are demanded', () => {
	expectTypeOf<{readonly actions: Requests; readonly guards: RequestGuards}>().toExtend<Keys<'requests'>>();
	expectTypeOf<{readonly actions: Requests}>().not.toExtend<Keys<'requests'>>();
	expectTypeOf<{readonly actions: Requests; readonly guards: Omit<RequestGuards, 'hasRow'>}>().not.toExtend<
		Keys<'requests'>
	>();
});

test('a scope without keys is a type error', () => {
	type Row = {readonly action: 'open'; readonly keys: readonly ['enter']; readonly label: 'open'};
	expectTypeOf<{
		readonly requests: {readonly title: 'requests'; readonly rows: readonly [Row]};
	}>().toExtend<KeyScopes>();
	expectTypeOf<{readonly requests: {readonly title: 'requests'}}>().not.toExtend<KeyScopes>();
});
