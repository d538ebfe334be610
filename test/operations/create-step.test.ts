import {expect, test} from 'vitest';
import {isUnchanged} from '../../source/operations/create-step.ts';
import type {Operation} from '../../source/storage/journal/operation.ts';
import {recordOf, sightingAt} from '../helpers/sightings.ts';
import {input, oldOne} from '../storage/ledgers.ts';

const replacement: Pick<Operation, 'kind' | 'input' | 'snapshot'> = {kind: 'replace', input, snapshot: oldOne('7')};

test.each([
	['the ID of the old one, listed with what was sent', '7', recordOf('7', input), true],
	['the ID of the old one, listed with something else', '7', recordOf('7', {...input, name: 'Other'}), false],
	['the ID of the old one, which is not listed', '7', recordOf('6', input), false],
	['another ID, listed with what was sent', '8', recordOf('8', input), false],
	['no ID at all', undefined, recordOf('7', input), false],
])('a replacement that the service confirmed with %s', (_name, named, listed, isKept) => {
	expect(isUnchanged(replacement, named, sightingAt(0, [listed]))).toBe(isKept);
	expect(isUnchanged({...replacement, kind: 'create'}, named, sightingAt(0, [listed]))).toBe(false);
	expect(isUnchanged(replacement, named, undefined)).toBe(false);
});
