import {channels} from '../../notification/channels.ts';
import type {KeyRow} from './bindings.ts';

/** The keys of a text field (shared/text-edit.ts), in addition to those of its scope. */
export const textKeys: ReadonlyArray<Pick<KeyRow, 'keys' | 'label'>> = [
	{keys: ['left', 'right', 'ctrl+b', 'ctrl+f'], label: 'previous, next character'},
	{keys: ['alt+b', 'alt+f', 'ctrl+left', 'ctrl+right'], label: 'previous, next word'},
	{keys: ['home', 'end', 'ctrl+a', 'ctrl+e'], label: 'start, end of the line'},
	{keys: ['backspace', 'delete', 'ctrl+d'], label: 'delete the previous, next character'},
	{keys: ['ctrl+w', 'alt+backspace', 'alt+d'], label: 'delete the previous, next word'},
	{keys: ['ctrl+u', 'ctrl+k'], label: 'delete to the start, end of the line'},
	{keys: ['ctrl+y'], label: 'insert the text that was deleted last'},
	{keys: ['ctrl+j', 'alt+enter'], label: 'new line, in the template'},
	{keys: [...channels.map(({letter}) => letter), 'space'], label: 'choose the channel, in its field; space lists them'},
];
