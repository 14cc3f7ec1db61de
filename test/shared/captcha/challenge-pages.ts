import {readFileSync} from 'node:fs';
import type {SeenPage} from '#shared/domain/captcha/challenge.ts';

const folder = new URL('../../fixtures/challenge-pages/', import.meta.url);

export function challengePage(name: string, status: number, headers: Record<string, string> = {}): SeenPage {
	return {
		status,
		headers: {'content-type': 'text/html; charset=utf-8', ...headers},
		html: readFileSync(new URL(`${name}.html`, folder), 'utf8'),
	};
}
