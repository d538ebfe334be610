import type {ListCommand} from '../shared/route.ts';
import type {Action, ActionOf, CommonAction, GuardOf, Scope} from './bindings.ts';
import type {KeyPress} from './key.ts';
import type {Guards} from './match.ts';
import type {CutQuestion, Question} from './use-confirmation.ts';

/** Performs an action. `key`: the name of the pressed key; undefined if the action was chosen in another way. */
type Handler = (key?: string) => void;

/** The handlers of a scope, one for each binding. The common actions (back, help, quit …) have default handlers, which a screen may override. */
export type Actions<S extends Scope> = Readonly<Record<Exclude<ActionOf<S>, CommonAction>, Handler>> &
	Readonly<Partial<Record<CommonAction, Handler>>>;

type ScreenGuardOf<S extends Scope> = Exclude<GuardOf<S>, GuardOf<'everywhere'> | 'isWritable'>;

/** The guards of a scope, those in its bindings. The common guards are set for every screen. */
export type GuardsOf<S extends Scope> = {
	readonly [Name in ScreenGuardOf<S>]: boolean;
};

/** The handlers, guards and text input of a screen or of one of its modes. */
export type Keys<S extends Scope> = TextKeys & {readonly actions: Actions<S>} & ([ScreenGuardOf<S>] extends [never]
		? {readonly guards?: Guards}
		: {readonly guards: GuardsOf<S>});

type TextKeys = {
	/** Called with keys that have no binding here, for the focused text field. */
	readonly onKey?: (key: KeyPress) => void;
	/** Called with a whole paste, including line breaks. Without it pastes are ignored, so that they never trigger keys. */
	readonly onPaste?: (text: string) => void;
	/** The names of keys with alt that `onKey` handles in addition to those of every text field. */
	readonly altKeys?: readonly string[];
	/** The question that the binding with `confirms` answers, needed if it varies or may not fit on the screen. */
	readonly question?: Question;
	/** Whether the typed text answers the question, by default true. Until it does, the key that answers is faint in the footer. */
	readonly isAnswerTyped?: boolean;
	/** Called with a command of the palette that is no action of the scope. */
	readonly onCommand?: (command: ListCommand) => void;
	/** The computation that may make a guard hold; undefined if nothing is. A key that is refused until then waits for it. */
	readonly unfinished?: {readonly finish: () => void} | undefined;
};

/** The active scope and the guards that hold. `Frame` shows its hints. */
export type LiveKeys = {
	readonly scope: Scope;
	readonly guards: Guards;
	/** Whether what answers the question has to be typed first. */
	readonly isAnswerMissing: boolean;
	/** What the key that answers does, if the table does not say it. */
	readonly answerHint: string | undefined;
	/** Whether the key that answers deletes or replaces nothing. */
	readonly isHarmless: boolean;
	/** Why no key answers the question: it is not wholly shown; undefined if it is. */
	readonly cut: CutQuestion | undefined;
};

/** The keys of any scope. */
export type AnyKeys = TextKeys & {
	readonly actions: Partial<Readonly<Record<Action, Handler>>>;
	readonly guards?: Guards;
};
