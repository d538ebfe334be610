import {Box, Text} from 'ink';
import {memo, useMemo} from 'react';
import type {Draft} from '../../domain/fields.ts';
import {tryFilters} from '../../domain/filters/try-filters.ts';
import type {NotificationInput} from '../../domain/notification.ts';
import {RuleLine} from '../shared/rule-line.tsx';
import {sentenceLines} from '../shared/sentence-lines.ts';
import {useThemeChanges} from '../shared/theme-context.ts';
import {theme} from '../theme.ts';
import {Lines} from '../ui/lines.tsx';
import type {FormOrigin} from './origin.ts';
import {previewLines} from './preview-lines.ts';
import {requestBody} from './request-body.ts';
import type {SampleEvent} from './try-view.tsx';
import {useDuplicateSearch} from './use-duplicate-search.ts';

export type PreviewPaneProps = {
	readonly draft: Draft;
	readonly origin: FormOrigin;
	/** The request fields of the draft. */
	readonly input: NotificationInput;
	readonly sample: SampleEvent;
	/** Whether it stands beside the fields, with the body; otherwise below them. */
	readonly isBeside: boolean;
	/** The width in terminal columns and the height in lines, including the rule at its left or above it. */
	readonly width: number;
	readonly height: number;
};

/** The width of the rule and the space beside it, in columns. */
const ruleWidth = 2;

/** The lines of the sentence below the fields, and its share of the lines beside them: it is shorter where it would need more. */
const sentenceRows = 2;
const sentenceShare = 1 / 3;

/** Shows the request of a form beside its fields, or what it does below them. Redrawn only when the draft changes. */
export const PreviewPane = memo(({draft, origin, input, sample, isBeside, width, height}: PreviewPaneProps) => {
	useThemeChanges();
	const duplicates = useDuplicateSearch(draft, input, origin.kind === 'edit' ? origin.of.id : undefined);
	const {filters} = draft;
	// The draft's filters, because those of the input are new objects after every key press.
	const activities = useMemo(
		() => (filters.length === 0 ? undefined : tryFilters(filters, sample.event)),
		[filters, sample],
	);
	const json = useMemo(
		() => (isBeside ? JSON.stringify(requestBody(origin, input), undefined, 2) : undefined),
		[isBeside, origin, input],
	);
	const rows = Math.max(1, height - 1);
	const columns = isBeside ? width - ruleWidth : width;
	const sentence = sentenceLines(
		input,
		columns - 2,
		isBeside ? Math.max(1, Math.floor(rows * sentenceShare)) : sentenceRows,
	).join(' ');
	const lines = previewLines(
		{sentence, name: input.name, duplicates, source: sample.source, activities, json},
		columns,
		rows,
	);

	if (!isBeside) {
		return (
			<Box flexDirection="column" width={width} height={height} flexShrink={0}>
				<RuleLine width={width} />
				<Lines lines={lines} />
			</Box>
		);
	}

	return (
		<Box
			flexDirection="column"
			width={width}
			height={height}
			flexShrink={0}
			overflow="hidden"
			borderStyle="single"
			borderTop={false}
			borderBottom={false}
			borderRight={false}
			borderColor={theme.rule.color}
			borderDimColor={theme.rule.dimColor}
		>
			<Text>
				{' '}
				<Text {...theme.title}>preview</Text>
			</Text>
			<Lines lines={lines} />
		</Box>
	);
});
