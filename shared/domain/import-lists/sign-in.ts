/** The tokens that a service gives us once a person has signed in to an account there. */
export interface ListTokens {
	accessToken: string;
	/** Each use of it makes a new one; null if the access does not end. */
	refreshToken: string | null;
	/** ISO time at which the access ends; null for never. */
	expiresAt: string | null;
}

/** `waiting` for the person to enter the code; `used` by somebody before we learned of it. */
export const signInStates = ['waiting', 'done', 'expired', 'denied', 'used', 'failed'] as const;
export type SignInState = (typeof signInStates)[number];

/** A code that a person enters at the page of a service. */
export interface StartedSignIn {
	/** A secret with which we ask whether the code was entered. */
	deviceCode: string;
	userCode: string;
	verificationUrl: string;
	/** ISO time. */
	expiresAt: string;
	/** Seconds between two questions. */
	intervalSeconds: number;
}

export interface ListSignIn extends StartedSignIn {
	id: string;
	state: SignInState;
	/** Why it failed, for people. */
	message: string | null;
}
