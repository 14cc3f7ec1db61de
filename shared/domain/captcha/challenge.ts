/** What a page may demand from its visitor instead of answering, as the API names it. */
export const challengeKinds = ['edge_challenge', 'edge_captcha', 'captcha_a', 'captcha_b', 'edge_widget', 'none'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

/** A page as the site sent it, or as a browser shows it after its scripts have run. */
export interface SeenPage {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	html: string;
}

/** The challenge, if any, that blocks the page. */
export interface Detection {
	kind: ChallengeKind;
	/** The site has blocked us: neither a script nor a person gets past. */
	blocked: boolean;
}

/** Captchas with pictures need a person: our browser cannot pass these. */
export function needsPerson(kind: ChallengeKind): boolean {
	return kind === 'edge_captcha' || kind === 'captcha_a' || kind === 'captcha_b';
}
