import {Box, Text, useIsScreenReaderEnabled} from 'ink';
import SelectInput from 'ink-select-input';
import {channels} from '../../domain/channels.ts';
import {useNavigation} from '../shared/navigation.ts';
import {cursorSign} from '../shared/cursor-sign.ts';
import {channelStyle, theme} from '../theme.ts';
import type {PickedChannel} from './channel-choice.ts';
import {formMargin} from './form-view.tsx';

export type ChannelPickerProps = {
	readonly picked: PickedChannel;
	/** Called when the list moves to a channel. */
	readonly onHighlight: (channel: string) => void;
	readonly onChoose: (channel: string) => void;
};

const items = channels.map(({name}) => ({label: name, value: name}));

/** The list of channels to choose from. It handles up, down, enter and the number of a row. The form handles letters. */
export function ChannelPicker({picked: {channel, version}, onHighlight, onChoose}: ChannelPickerProps) {
	const {isTop} = useNavigation();
	const current = items.findIndex(({value}) => value === channel);

	return (
		<Box marginLeft={formMargin} flexShrink={0}>
			<SelectInput
				key={version}
				items={items}
				initialIndex={Math.max(0, current)}
				isFocused={isTop}
				indicatorComponent={Indicator}
				itemComponent={Item}
				onHighlight={({value}) => {
					onHighlight(value);
				}}
				onSelect={({value}) => {
					onChoose(value);
				}}
			/>
		</Box>
	);
}

function Indicator({isSelected = false}: Pick<ItemProps, 'isSelected'>) {
	return <Text {...theme.focus}>{cursorSign(isSelected)} </Text>;
}

type ItemProps = {
	readonly label: string;
	readonly isSelected?: boolean;
};

function Item({label, isSelected = false}: ItemProps) {
	const isReader = useIsScreenReaderEnabled();
	return (
		<Text {...(isSelected ? theme.focus : channelStyle(label))}>
			{label}
			{isReader && isSelected ? ', selected' : ''}
		</Text>
	);
}
