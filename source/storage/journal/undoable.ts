/**
SQL: whether a row of operations, named `deletion`, is a delete that is done, and was not restored since, nor is being restored. What was not yet written down whole does not count.
*/
export const undoableSql = `
	deletion.kind = 'delete' AND deletion.state = 'done' AND NOT EXISTS (
		SELECT 1 FROM operations AS later LEFT JOIN batches ON batches.id = later.batch
		WHERE later.profile = deletion.profile AND later.kind = 'restore' AND later.old_id = deletion.old_id
			AND later.id > deletion.id AND later.state NOT IN ('failed', 'rolled-back')
			AND coalesce(batches.is_whole, 1) = 1
	)
`;
