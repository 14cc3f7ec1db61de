/** Texts kept for a while, in Redis when in production. A cache that fails must look empty: both calls never throw. */
export interface TextCache {
	get(key: string): Promise<string | null>;
	set(key: string, value: string, ttlSeconds: number): Promise<void>;
}
