import type {Operations} from '#api/http/operation.ts';

export const metricsOperations: Operations = {
	'GET /metrics': {
		id: 'getMetrics',
		summary: 'Measurements for Prometheus',
		replies: {200: {mediaType: 'text/plain', description: 'The text format of Prometheus.'}},
	},
};
