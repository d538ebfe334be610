import {expectTypeOf, test} from 'vitest';
import type {ActionOf, CommonAction, GuardOf} from '../../../source/tui/keys/bindings.ts';
import type {Actions, Keys} from '../../../source/tui/keys/use-keys.ts';

// `tsc` checks these; running them checks nothing.

type Handler = () => void;

/** What the scope `bulk-paused` needs: its bindings are finish, stop and back. */
type Paused = {readonly finish: Handler; readonly stop: Handler};

/** What the scope `requests` needs. */
type Requests = Readonly<Record<Exclude<ActionOf<'requests'>, CommonAction>, Handler>>;
type RequestGuards = Readonly<Record<Exclude<GuardOf<'requests'>, 'isWritable'>, boolean>>;

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
