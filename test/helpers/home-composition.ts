import {readFileSync} from 'node:fs';
import {parse} from 'yaml';

interface HomeService {
	image: string;
	build?: unknown;
	command: string[];
	environment: Record<string, string | number>;
	read_only: boolean;
	cap_drop: string[];
	security_opt: string[];
	ports: string[];
	volumes: string[];
	logging: {driver: string};
	healthcheck: {test: string[]};
}

/** The small composition, as Compose reads it. */
export function homeComposition(): {services: Record<'kinoteka' | 'mongodb' | 'redis', HomeService>} {
	return parse(readFileSync(new URL('../../docker-compose.home.yml', import.meta.url), 'utf8'));
}

/** Replaces `${NAME:-default}`, as Compose does with the values of `.env`. */
export const interpolate = (text: string, env: Record<string, string>) =>
	text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_all, name: string, otherwise = '') => env[name] || otherwise);
