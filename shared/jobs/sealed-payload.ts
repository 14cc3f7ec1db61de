import type {Secrets} from '../secrets.ts';

type Named = {name: string};

/**
 * What a job gets or answers as encrypted JSON, because payloads and results are readable in Redis and on the
 * dashboard.
 */
export function sealPayload(job: Named, payload: object, secrets: Secrets): string {
	return secrets.seal(JSON.stringify(payload), contextOf(job));
}

export function openPayload<Payload>(job: Named, sealed: string, secrets: Secrets): Payload {
	return JSON.parse(secrets.open(sealed, contextOf(job))) as Payload; // sealPayload of the same job made it
}

function contextOf({name}: Named): string {
	return `jobs/${name}`;
}
