import type {IncomingMessage} from 'node:http';

/** A port at whose root a face lies, for programs that take a host and a port only. */
export interface FacePort {
	/** Such as `radarr`, or `radarr/4k` of a library alone. */
	path: string;
	port: number;
}

/** A request that came to the port of a face. */
interface AtPort extends IncomingMessage {
	facePort?: FacePort;
}

/** The address that the request means. Those of other hosts, as programs ask proxies, mean the root. */
export const addressAtPort = (url: string, {path}: FacePort, basePath: string): string =>
	`${basePath}/${path}${url.startsWith('/') ? url : '/'}`;

/** Gives the request the address that it means. */
export function noteFacePort(request: IncomingMessage, facePort: FacePort, basePath: string): void {
	request.url = addressAtPort(request.url ?? '/', facePort, basePath);
	(request as AtPort).facePort = facePort;
}

/** Null for a request that came to our own port. */
export const facePortOf = (request: IncomingMessage): FacePort | null => (request as AtPort).facePort ?? null;
