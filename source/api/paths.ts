/** The collection's path under the base address, with its last slash (interface.md, "Endpoints"). */
export const notificationsPath = 'api/v1/service/notifications/';

/** The path of the authentication example (interface.md, "Webhooks collection"). */
export const webhooksPath = 'api/v1/webhooks/';
