export interface FormFile {
	name: string;
	bytes: Uint8Array;
	type: string;
}

/** Builds `multipart/form-data` with a boundary of its own. Each field may be a file or a text. */
export async function buildMultipart(fields: Record<string, string | FormFile>): Promise<{body: Uint8Array; contentType: string}> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		if (typeof value === 'string') {
			form.append(name, value);
		} else {
			form.append(name, new Blob([Uint8Array.from(value.bytes)], {type: value.type}), value.name);
		}
	}

	const encoded = new Response(form);
	return {body: new Uint8Array(await encoded.arrayBuffer()), contentType: encoded.headers.get('content-type') ?? ''};
}
