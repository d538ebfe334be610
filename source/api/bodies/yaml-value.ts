import {textMembers, topicNames, wireNames} from '../../domain/wire-names.ts';
import type {YamlNode, YamlScalar} from './yaml-node.ts';

/** The members that are text, for which quotes are optional in a file. */
const textNames: ReadonlySet<string> = new Set([
	...Object.values(textMembers).flat(),
	wireNames.details.addresses,
	...topicNames,
]);

/** A number as JSON writes it. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+\-]?\d+)?$/v;

/** The numbers of the core schema that JSON does not have (YAML 1.2.2, section 10.3.2). */
const otherNumber = /^(?:[+\-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[Ee][+\-]?\d+)?|0o[0-7]+|0x[\dA-Fa-f]+)$/v;

/**
Returns the value of a node with the types of the core schema (YAML 1.2.2, section 10.3.2). A number that JavaScript would print differently stays as it is written: in a member that is text it becomes text, elsewhere a raw JSON number.

@param node - The node.
@param name - The name of the member that contains it, directly or in a list.
@param isText - Whether a member is text, so that `0xd8…` is no number.
*/
export function toValue(
	node: YamlNode,
	name?: string,
	isText: (name: string | undefined) => boolean = isTextMember,
): unknown {
	switch (node.kind) {
		case 'scalar': {
			return scalarValue(node, isText(name));
		}

		case 'sequence': {
			return node.items.map(item => toValue(item, name, isText));
		}

		case 'mapping': {
			return Object.fromEntries(node.members.map(({key, value}) => [key.text, toValue(value, key.text, isText)]));
		}
	}
}

const isTextMember = (name: string | undefined): boolean => name !== undefined && textNames.has(name);

function scalarValue({text, isPlain}: YamlScalar, isText: boolean): unknown {
	if (!isPlain) {
		return text;
	}

	if (/^(?:|~|null|Null|NULL)$/v.test(text)) {
		return null;
	}

	if (/^(?:true|True|TRUE|false|False|FALSE)$/v.test(text)) {
		const value = text.toLowerCase() === 'true';
		return isText && String(value) !== text ? text : value;
	}

	if (jsonNumber.test(text)) {
		return String(Number(text)) === text ? Number(text) : JSON.rawJSON(text);
	}

	return otherNumber.test(text) && !isText ? Number(text) : text;
}
