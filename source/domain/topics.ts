import type {NotificationFields} from './notification.ts';

/** Whether an event type probably uses topics. interface.md names no event type for them. */
export const isGraphqlEvent = ({eventType}: Pick<NotificationFields, 'eventType'>): boolean =>
	/graphql/iv.test(eventType);

/** Whether a notification can have topics: they belong to GraphQL-type webhooks (interface.md, "EventDetails"). */
export const canHaveTopics = ({channel, eventType}: Pick<NotificationFields, 'channel' | 'eventType'>): boolean =>
	channel.trim() === 'WEBHOOK' && isGraphqlEvent({eventType});
