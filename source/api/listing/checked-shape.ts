import {Buffer} from 'node:buffer';
import type {MemberShape} from './member-types.ts';

/** A member that is checked, by the bytes of its name. */
export type CheckedMember = {
	readonly name: Uint8Array;
	readonly shape: CheckedShape;
	readonly isId: boolean;
	/** See `MemberShape`; undefined if its place is not kept. */
	readonly place: number | undefined;
	/** The places of the members in it. */
	readonly placesWithin: readonly number[];
};

/** A MemberShape with names as bytes. `rows`: the members of an object. */
export type CheckedShape = {
	readonly kind: MemberShape['kind'];
	readonly isOptional: boolean;
	readonly item: CheckedShape | undefined;
	readonly rows: readonly CheckedMember[];
};

/** The shape of what is not checked. */
export const anyShape: CheckedShape = {kind: 'anything', isOptional: true, item: undefined, rows: []};

/** A shape with the names of its members as bytes. */
export function checkedShape(shape: MemberShape): CheckedShape {
	return {
		kind: shape.kind,
		isOptional: shape.isOptional,
		item: shape.item && checkedShape(shape.item),
		rows: Object.entries(shape.members ?? {}).map(([name, value]) => ({
			name: Buffer.from(name),
			shape: checkedShape(value),
			isId: value.kind === 'identifier',
			place: value.place,
			placesWithin: placesWithin(value),
		})),
	};
}

/** The places of the members of a shape, at any depth. */
export const placesWithin = ({members = {}}: MemberShape): number[] =>
	Object.values(members).flatMap(member => [
		...(member.place === undefined ? [] : [member.place]),
		...placesWithin(member),
	]);
