export type JsonRecord = Readonly<Record<string, unknown>>;

/** Null for a body that is not JSON. */
export function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return null;
	}
}

/** Replies of other programs are read field by field. A missing field, or one of another type, is null. */
export function asRecord(value: unknown): JsonRecord | null {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value)) : null;
}

export function asRecords(value: unknown): JsonRecord[] {
	return Array.isArray(value) ? value.map(asRecord).filter(record => record !== null) : [];
}

export function readText(record: JsonRecord, key: string): string | null {
	const value = record[key];
	return typeof value === 'string' ? value : null;
}

/** A number, even if it was sent as text. */
export function readNumber(record: JsonRecord, key: string): number | null {
	const value = record[key];
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A flag, even if it was sent as 0 or 1 or as text. */
export function readFlag(record: JsonRecord, key: string): boolean {
	const value = record[key];
	return value === true || value === 1 || value === '1' || value === 'true';
}
