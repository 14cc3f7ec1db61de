/** What a page may ask of its visitor instead of answering, in the words of the contract. */
export const challengeKinds = ['edge_challenge', 'edge_captcha', 'captcha_a', 'captcha_b', 'edge_widget', 'none'] as const;
export type ChallengeKind = (typeof challengeKinds)[number];

/** A page as it was answered, or as a browser shows it after its scripts have run. */
export interface SeenPage {
	status: number;
	/** Names in lower case. */
	headers: Readonly<Record<string, string>>;
	html: string;
}

/** What stands between us and the page. */
export interface Detection {
	kind: ChallengeKind;
	/** The site has shut us out: no script and no person gets past. */
	blocked: boolean;
}

/** Pictures are for people: no browser of ours gets past these. */
export function needsPerson(kind: ChallengeKind): boolean {
	return kind === 'edge_captcha' || kind === 'captcha_a' || kind === 'captcha_b';
}
