import type {NotificationFields} from './notification.ts';

/** Whether a notification is of a GraphQL-type webhook, which topics are for (interface.md, "EventDetails"). The document names no event type for it. */
export const canHaveTopics = ({channel, eventType}: Pick<NotificationFields, 'channel' | 'eventType'>): boolean => channel.trim() === 'WEBHOOK' && /graphql/iv.test(eventType);
