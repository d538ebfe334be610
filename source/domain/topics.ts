import type {NotificationFields} from './notification.ts';

/** Whether an event is probably one that topics narrow. interface.md names no event type for it. */
export const isGraphqlEvent = ({eventType}: Pick<NotificationFields, 'eventType'>): boolean => /graphql/iv.test(eventType);

/** Whether a notification is of a GraphQL-type webhook, which topics are for (interface.md, "EventDetails"). */
export const canHaveTopics = ({channel, eventType}: Pick<NotificationFields, 'channel' | 'eventType'>): boolean => channel.trim() === 'WEBHOOK' && isGraphqlEvent({eventType});
