import type {Operations} from '#api/http/operation.ts';

export const metricsOperations: Operations = {
	'GET /metrics': {
		summary: 'Measurements for Prometheus',
		replies: {200: {mediaType: 'text/plain', description: 'The text format of Prometheus.'}},
	},
};
