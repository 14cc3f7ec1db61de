export interface InterfaceRow {
	line: string;
	codes: number[];
	isBuilt: boolean;
}

/** One endpoint of the contract a line: method, path, its codes; `later` for what is yet to be built. */
const table = `
GET /api/library/series 200 401 429
POST /api/library/series 201 400 401 404 409
GET /api/library/series/{id} 200 401 404
PUT /api/library/series/{id} 200 400 401 404
DELETE /api/library/series/{id} 204 401 404
POST /api/library/series/{id}/refresh 202 401 404
GET /api/library/series/{seriesId}/seasons/{seasonNumber} 200 401 404
PUT /api/library/series/{seriesId}/seasons/{seasonNumber} 200 400 401 404
GET /api/library/episodes/{id} 200 401 404
PUT /api/library/episodes/{id} 200 400 401 404
GET /api/library/movies 200 401 429
POST /api/library/movies 201 400 401 404 409
GET /api/library/movies/{id} 200 401 404
PUT /api/library/movies/{id} 200 400 401 404
DELETE /api/library/movies/{id} 204 401 404
POST /api/library/movies/{id}/auto-search 202 401 404
POST /api/library/movies/{id}/refresh 202 401 404
PUT /api/library/movies/bulk 200 400 401
GET /api/libraries 200 401
POST /api/libraries 201 400 401 409
GET /api/libraries/{id} 200 401 404
PUT /api/libraries/{id} 200 400 401 404
DELETE /api/libraries/{id} 200 401 404
POST /api/libraries/{id}/backfill 202 401 404 409
GET /api/libraries/{id}/unmatched 200 401 404
POST /api/libraries/{id}/unmatched/{fileId}/match 200 400 401 404
GET /api/tasks 200 401
GET /api/tasks/stream 200 401
POST /api/tasks/{taskId}/run 200 401 404
POST /api/tasks/{taskId}/cancel 200 400 401 404
PUT /api/tasks/{taskId}/enabled 200 401 404
PUT /api/tasks/{taskId}/interval 200 400 401 404
GET /api/tasks/{taskId}/history 200 401 404
GET /api/tasks/history/{historyId}/activity 200 401 404
GET /api/queue 200 401
GET /api/queue/{id} 200 404
DELETE /api/queue/{id} 204 401 403 404
POST /api/queue/{id}/retry 200 401 403 404 409
POST /api/queue/cleanup 200 401 403
GET /api/queue/events 200
POST /api/download-clients/{id}/test 200 400 401 403
GET /api/search 200 400 401 404
POST /api/download/grab 201 400 401 404 409
GET /api/captcha-solver 200 401
PUT /api/captcha-solver 200 400 401 403
DELETE /api/captcha-solver 200 401 403
GET /api/captcha-solver/health 200 401
DELETE /api/captcha-solver/health 200 400 401 403
POST /api/captcha-solver/test 200 400 401 403
POST /v1 200 400 401 403 413 415 500
GET / 200
GET /health 200
GET /api/health 200 503
GET /api/ready 200 503
GET /api/system/status 200
GET /api/settings 200 401 403
GET /api/settings/{key} 200 401 403 404
PUT /api/settings/{key} 200 400 401 403 404
GET /api/settings/meta 200 401 403
PUT /api/settings/meta 200 400 401 403
GET /api/settings/filters 200 401 403
PUT /api/settings/filters 200 400 401 403
GET /api/settings/external-url 200 401 403
PUT /api/settings/external-url 200 400 401 403
GET /api/settings/system/api-keys 200 401 403
POST /api/settings/system/api-keys 201 400 401 403
POST /api/settings/system/api-keys/{id}/regenerate 200 401 403 404
DELETE /api/settings/system/api-keys/{id} 204 401 403 404 409
GET /api/settings/logs/stream 200 401 403
GET /api/settings/logs/download 200 401 403
POST /api/auth/login 200 401 429
POST /api/auth/logout 204
GET /api/auth/session 200 401
PUT /api/auth/password 200 400 401
GET /api/users 200 401 403
POST /api/users 201 400 401 403 409
DELETE /api/users/{id} 204 401 403 404
GET /api/root-folders 200 401
POST /api/root-folders 201 400 401 403 409
DELETE /api/root-folders/{id} 204 401 403 404 409
GET /api/indexers 200 401
POST /api/indexers 201 400 401 403 409
PUT /api/indexers/{id} 200 400 401 403 404 409
DELETE /api/indexers/{id} 204 401 403 404
POST /api/indexers/test 200 400 401 403
POST /api/indexers/{id}/test 200 400 401 403 404
GET /api/download-clients 200 401
POST /api/download-clients 201 400 401 403 409
PUT /api/download-clients/{id} 200 400 401 403 404 409
DELETE /api/download-clients/{id} 204 401 403 404 409
POST /api/download-clients/test 200 400 401 403
GET /api/quality-profiles 200 401
POST /api/quality-profiles 201 400 401 403 409
PUT /api/quality-profiles/{id} 200 400 401 403 404 409
DELETE /api/quality-profiles/{id} 204 401 403 404 409
GET /api/language-profiles 200 401
POST /api/language-profiles 201 400 401 403 409
PUT /api/language-profiles/{id} 200 400 401 403 404 409
DELETE /api/language-profiles/{id} 204 401 403 404 409
GET /api/custom-formats 200 401
POST /api/custom-formats 201 400 401 403 409
POST /api/custom-formats/import 200 400 401 403
PUT /api/custom-formats/{id} 200 400 401 403 404 409
DELETE /api/custom-formats/{id} 204 401 403 404 409
GET /api/delay-profiles 200 401
POST /api/delay-profiles 201 400 401 403
PUT /api/delay-profiles/{id} 200 400 401 403 404
DELETE /api/delay-profiles/{id} 204 401 403 404 409
GET /api/release-profiles 200 401
POST /api/release-profiles 201 400 401 403 409
PUT /api/release-profiles/{id} 200 400 401 403 404 409
DELETE /api/release-profiles/{id} 204 401 403 404
GET /api/remote-path-mappings 200 401
POST /api/remote-path-mappings 201 400 401 403 409
PUT /api/remote-path-mappings/{id} 200 400 401 403 404 409
DELETE /api/remote-path-mappings/{id} 204 401 403 404
GET /api/import-exclusions 200 401
POST /api/import-exclusions 201 400 401 403 409
DELETE /api/import-exclusions/{id} 204 401 403 404
GET /api/blocklist 200 400 401
DELETE /api/blocklist/{id} 204 401 403 404
GET /api/history 200 400 401
POST /api/settings/media/naming-preview 200 400 401 403
GET /api/openapi.json 200
GET /api/docs 200
GET /metrics 200 401 403
`;

export const interfaceRows: InterfaceRow[] = table
	.trim()
	.split('\n')
	.map(row => {
		const words = row.split(' ');
		return {line: words.slice(0, 2).join(' '), codes: words.slice(2).map(Number).filter(Boolean), isBuilt: !words.includes('later')};
	});
