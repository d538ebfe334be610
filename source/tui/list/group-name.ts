import type {Group} from '../../domain/query/group.ts';
import {sanitiseCell} from '../../terminal/sanitise.ts';

/** The value that the members of a group share, safe to show. */
export const groupName = ({value, field}: Pick<Group, 'value' | 'field'>): string =>
	value === '' ? `no ${field}` : sanitiseCell(value);
