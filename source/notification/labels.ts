import {foldText} from '../platform/text.ts';

/** A name for an address. */
export type Label = {readonly address: string; readonly name: string};

/*
The labels of config.yaml, in one table for the whole run, like the theme and the keys: they belong to this machine, not to an account or a notification. What people read looks an address up here, so that no screen and no command has to pass labels on. What is sent, and what programs read, does not.
*/
let names: ReadonlyMap<string, string> = new Map();
let labels: ReadonlyMap<string, readonly Label[]> = new Map();

/** Replaces all labels. */
export function setLabels(read: readonly Label[]): void {
	names = new Map(read.map(({address, name}) => [address.toLowerCase(), name]));
	labels = Map.groupBy(read, ({name}) => foldText(name));
}

/** The label of an address; undefined if it has none. */
export const labelOfAddress = (address: string): string | undefined =>
	names.size === 0 ? undefined : names.get(address.toLowerCase());

/** An address as people read it: its label, or else the address. Any other text stays. Not yet safe to show. */
export const labelled = (text: string): string => labelOfAddress(text) ?? text;

/** An address with its label before it, where both are needed. Not yet safe to show. */
export function withLabel(address: string): string {
	const label = labelOfAddress(address);
	return label === undefined ? address : `${label} (${address})`;
}

/** Two values that differ as people read them. Addresses with the same label stay addresses. */
export function labelledPair(old: string, now: string): readonly [string, string] {
	const [before, after] = [labelled(old), labelled(now)];
	return before === after ? [old, now] : [before, after];
}

/** The addresses of a label, whatever the case of its letters; none if there is no such label. */
export const addressesOfLabel = (name: string): readonly string[] =>
	(labels.get(foldText(name.trim())) ?? []).map(({address}) => address);

/** The address of a label that has only one; any other text stays. */
export function addressNamed(text: string): string {
	const [address = text, ...others] = addressesOfLabel(text);
	return others.length === 0 ? address : text;
}

/** The names of all labels, each once. */
export const labelNames = (): readonly string[] => [...labels.values()].map(([first]) => first!.name);
