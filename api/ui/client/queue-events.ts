/** The stream of the queue; all who follow it share a connection. */
export const queueEvents = {
	path: 'api/queue/events',
	names: ['queueItemAdded', 'queueItemUpdated', 'queueItemRemoved', 'queueCompleted', 'queueFailed'],
};
