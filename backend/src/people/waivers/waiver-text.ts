/**
 * `textHash` is the SHA-256 of the text in hexadecimal; acceptances refer to it. `adultAge` is the
 * age in the text, below which a guardian signs for a guest.
 */
export type WaiverText = Readonly<{
  version: string;
  textHash: string;
  adultAge: number;
  text: string;
}>;

/**
 * All versions, current version first. Never change or remove one, because players have accepted
 * it. New wording is a new version, which everyone must accept again.
 */
export const waiverTexts: readonly [WaiverText, ...WaiverText[]] = [
  {
    version: '2026-01',
    textHash: '9a745a8ea6c297996639d339cbf4c959968d41fe16e1ae03b20f6b6922fc3ec5',
    adultAge: 18,
    text: `COURTLY PLAYER WAIVER
Release of liability, assumption of risk and agreement to the rules of play

Please read this document to its end before you accept it. It concerns your legal rights. By accepting it you give up certain claims that you might otherwise have against the people who make courts available through Courtly.

1. Who this agreement is between
This agreement is between you, the player, on one side, and Courtly together with the host of each court that you play on, on the other. "Courtly" means the operator of the Courtly marketplace, its officers, employees and agents. "Host" means the person or company that lists a court, the owner and the residents of the property on which the court lies, and any association that manages that property. It covers every visit to a court that you book through Courtly, or that another player books for a game in which you take part, from your arrival on the property until you have left it.

2. Age, and consent of a guardian
You confirm that you are at least 18 years old. If you are under 18, you may play only if your parent or legal guardian has read this document, agrees to it on your behalf, and has given their consent to your play. A parent or guardian who accepts for a minor accepts every part of this document for themselves and for the minor, stays responsible for supervising the minor during the whole visit, and confirms that they have the legal authority to do so. Accounts of minors may not be used to book a court.

3. The risks of play
Tennis, pickleball and other racquet sports involve physical effort, sudden changes of direction, hard surfaces, rackets, nets, posts, fences and fast-moving balls. Private courts differ from one another and may be uneven, worn, wet, dusty, hot, poorly lit or close to walls, water, plants, vehicles and animals. There may be no staff, no lifeguard, no first-aid equipment and no defibrillator on the property. Injuries may happen and may be serious: sprains, fractures, injuries to the eyes and to the head, heat illness, cardiac events, permanent disability and death. Injuries may be caused by your own actions, by those of other players or guests, by the condition of the court or its equipment, or by the weather.

4. You accept these risks
You know these risks and accept them freely, whether or not they are named above and whether or not they could have been foreseen. You play because you want to and you decide for yourself, before and during each visit, whether the court, the conditions and your own state of health allow safe play. If you find that they do not, you stop playing, leave the court, and tell the host or Courtly.

5. Your health
You confirm that you are physically fit to play and that no physician has advised you against it. You will not play under the influence of alcohol, drugs or medicines that impair your attention or reactions. You agree that the host or another player may call emergency services for you if you appear to need them, and that you bear the cost of any medical care and transport that you receive. You are responsible for having health and accident insurance that is adequate for you; neither Courtly nor the host insures you.

6. Release of liability
To the fullest extent that the law allows, you release Courtly and the host from every claim, demand and cause of action for injury, illness, death, or loss of or damage to property that arises from your use of a court, from your presence on the property, or from travelling to and from it, including claims based on ordinary negligence. You agree not to sue Courtly or the host for such a claim. This release binds you, your heirs, your executors and everyone who could claim through you.

7. What is not released
Nothing in this document releases anyone from liability for gross negligence, for recklessness, for wilful misconduct or for fraud, or from any liability that the law of the place where the court lies does not allow to be excluded. It does not change the rules about cancellation and refunds that apply to your booking.

8. Damage, and claims of others
You treat the court, its equipment and the property with care, and you pay for damage that you or the people you bring cause by intent or negligence. If somebody else makes a claim against Courtly or the host because of what you or the people you bring have done, you will compensate them for that claim and for the reasonable cost of defending it, as far as the law allows.

9. The people you bring
At most four players may use a court at the same time. You make sure that everybody who comes with you follows this document and the rules of the court. Every adult who plays has to accept this waiver themselves, and for every minor who plays a parent or guardian has to accept it. You do not let anyone play who has not done so.

10. The rules of the court
You arrive and leave at the times of your booking, stay on the court and on the way to it, wear shoes that suit its surface, keep noise to what neighbours can be expected to bear, observe quiet hours and the times at which lights must be off, park only where the host allows it, leave no litter, and bring no glass onto the court. You keep entry codes and the exact address to yourself. You do not hold events, give paid lessons, film for commercial purposes or pass the court on to others without the host's written consent. A host may end a visit at once if these rules are broken or somebody's safety is in danger.

11. Weather and emergencies
You stop playing at the first thunder or lightning and when the court is wet or the heat becomes dangerous, and you follow warnings of the authorities and instructions of the host. In an emergency call 911 first, then inform the host, and report every injury and every damage to Courtly within 24 hours.

12. What is recorded when you accept
When you accept, Courtly records the version and the fingerprint of this text, the time, the network address and the browser that you used. The record is kept as proof of your acceptance and is handled as the privacy notice describes. You may read the text that you accepted at any time.

13. How long your acceptance lasts
Your acceptance covers every booking that you make while it is valid. You will be asked again when this text changes and when the time for which an acceptance is valid has passed. Bookings that were made before stay under the version that was accepted for them.

14. Other provisions
If a part of this document cannot be enforced, the remaining parts stay in force. The law of the state in which the court lies applies. No one may change this document by word of mouth. That one of its provisions was not enforced once does not mean that it was given up.

15. Your acknowledgement
By accepting you confirm that you have read this player waiver to its end, that you understand it, that you are at least 18 years old or have the consent of your parent or guardian as described in section 2, that you give up substantial rights by accepting it, and that you accept it freely and intend it to be a full release of liability as far as the law allows.`,
  },
];

export const [currentWaiver] = waiverTexts;

/** Null for a version that this release does not know, such as one of a later release. */
export const waiverTextOf = (version: string): WaiverText | null =>
  waiverTexts.find((waiverText) => waiverText.version === version) ?? null;
