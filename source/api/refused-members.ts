import {otherTypes, undocumentedPaths, type MemberPath} from '../notification/undocumented.ts';
import type {JsonObject} from '../platform/json.ts';
import type {Failure} from './failure.ts';

/**
Returns the members for which the service refused a body, as far as its messages name them: undocumented members, and documented ones that were sent with the type that the service lists. The service may accept the body without them (notification/undocumented.ts).
*/
export function refusedMembers(
	{kind, outcome, issues = [], serverMessage = ''}: Failure,
	body: JsonObject,
): MemberPath[] {
	if (kind !== 'invalid' || outcome !== 'rejected') {
		return [];
	}

	const named = issues
		.map(({path}) => path.filter(step => !/^\d+$/v.test(String(step))).join('.'))
		.filter(path => path !== '');
	const words = [serverMessage, ...issues.filter(({path}) => path.length === 0).map(({message}) => message)].join(' ');
	return [...undocumentedPaths(body).keys(), ...otherTypes(body)].filter(path => {
		const name = path.slice(path.lastIndexOf('.') + 1);
		return named.some(one => one === path || one === name || one.startsWith(`${path}.`)) || isWordOf(words, name);
	});
}

function isWordOf(words: string, name: string): boolean {
	const isPart = (character: string | undefined) => character !== undefined && /[\w\-]/v.test(character);
	for (let at = words.indexOf(name); at !== -1; at = words.indexOf(name, at + 1)) {
		if (!isPart(words[at - 1]) && !isPart(words[at + name.length])) {
			return true;
		}
	}

	return false;
}
