import * as z from 'zod';
import {bodyShape, type Shape} from '../notification/spec.ts';

/** The strictness of a schema: as documented, or as chainbell sends. */
type Strictness = {readonly isStrict: boolean; readonly isInList?: boolean};

function toSchema(shape: Shape, {isStrict, isInList = false}: Strictness): z.ZodType {
	if (shape.item !== undefined) {
		const item = toSchema(shape.item, {isStrict, isInList: true});
		return shape.isRequired ? z.tuple([item]) : z.array(item);
	}

	if (shape.members !== undefined) {
		const members = Object.entries(shape.members).map(([name, inner]) => {
			const schema = toSchema(inner, {isStrict, isInList});
			return [name, inner.isRequired || isInList ? schema : schema.optional()] as const;
		});
		const schema = z.strictObject(Object.fromEntries(members));
		return isStrict ? schema : schema.catchall(z.unknown());
	}

	if (shape.oneOf !== undefined) {
		return z.enum(shape.oneOf);
	}

	if (shape.isHex) {
		return z.string().regex(/^0x[\dA-Fa-f]+$/v, 'must be 0x-prefixed hexadecimal');
	}

	return shape.isRequired && (isStrict || !isInList) ? z.string().min(1) : z.string();
}

/** The body that creates a notification, strictly as documented (interface.md, "Resources and their fields"). */
export const createBodySchema = toSchema(bodyShape, {isStrict: true});

/** The body that chainbell sends: as documented, but the parts of a filter may be empty, because interface.md does not rule that out; plus the undocumented members as the service listed them. */
export const sentBodySchema = toSchema(bodyShape, {isStrict: false});
