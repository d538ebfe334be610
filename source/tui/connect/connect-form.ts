import {isKeyRefusal, type Failure} from '../../service/failure.ts';
import type {KeyPress} from '../keys/key.ts';
import {editAtEnd, editText, insertText, onOneLine, type TextState} from '../shared/text-edit.ts';

export const connectFields = ['baseUrl', 'apiKey', 'name', 'source'] as const;

export type ConnectField = (typeof connectFields)[number];

export type ConnectState = {
	readonly edits: Readonly<Record<ConnectField, TextState>>;
	readonly focus: ConnectField;
	readonly problems: Partial<Readonly<Record<ConnectField, string>>>;
};

export type ConnectAction =
	| {readonly type: 'key'; readonly key: KeyPress}
	| {readonly type: 'paste'; readonly text: string}
	| {readonly type: 'move'; readonly by: 1 | -1}
	| {readonly type: 'problem'; readonly field: ConnectField; readonly problem: string}
	| {readonly type: 'clear'};

/** The form when it opens, with the base URL if it is known. */
export function openConnect(baseUrl: string): ConnectState {
	return {
		edits: {baseUrl: editAtEnd(baseUrl), apiKey: editAtEnd(''), name: editAtEnd(''), source: editAtEnd('')},
		focus: baseUrl === '' ? 'baseUrl' : 'apiKey',
		problems: {},
	};
}

export function reduceConnect(state: ConnectState, action: ConnectAction): ConnectState {
	switch (action.type) {
		case 'key': {
			return write(state, editText(state.edits[state.focus], action.key));
		}

		case 'paste': {
			return write(state, insertText(state.edits[state.focus], onOneLine(action.text).trim()));
		}

		case 'move': {
			const at = connectFields.indexOf(state.focus);
			return {...state, focus: connectFields.at((at + action.by) % connectFields.length)!};
		}

		case 'problem': {
			return {...state, focus: action.field, problems: {[action.field]: action.problem}};
		}

		case 'clear': {
			return {...state, problems: {}};
		}
	}
}

/** The field that a failed check concerns. */
export function fieldOfFailure(failure: Failure): ConnectField {
	return isKeyRefusal(failure) ? 'apiKey' : 'baseUrl';
}

function write(state: ConnectState, edit: TextState | undefined): ConnectState {
	return edit === undefined ? state : {...state, edits: {...state.edits, [state.focus]: edit}, problems: {}};
}
