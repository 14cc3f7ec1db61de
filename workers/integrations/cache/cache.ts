/**
 * Texts that are kept for a while; in production, in Redis. A failing cache must look empty, so
 * neither call ever throws.
 */
export interface TextCache {
	get(key: string): Promise<string | null>;
	set(key: string, value: string, ttlSeconds: number): Promise<void>;
}
