import {afterEach, expect, test} from 'vitest';
import {channelNames} from '../../../source/notification/channels.ts';
import {detailLines} from '../../../source/tui/list/detail-lines.ts';
import {channelStyle, chooseTheme} from '../../../source/tui/ui/theme.ts';
import {notificationWith} from '../../helpers/notifications.ts';

afterEach(() => {
	chooseTheme('auto');
});

test('a channel that chainbell does not know has no colour', () => {
	expect(channelStyle('PAGER')).toEqual({});
	expect(channelStyle('toString')).toEqual({});
});

test('without colours a channel is its name alone', () => {
	chooseTheme('mono');
	expect(channelNames().map(name => channelStyle(name).color)).toEqual(channelNames().map(() => undefined));
});

test('the line of the channel is styled, and says it in words', () => {
	const lines = detailLines(notificationWith({channel: 'SLACK'}), 80);
	expect(lines.filter(({tone}) => tone?.startsWith('channel '))).toEqual([
		{label: 'Channel', text: 'SLACK', tone: 'channel SLACK'},
	]);
});
