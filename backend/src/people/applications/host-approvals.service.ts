import type { HostApproval } from '@courtly/contracts/applications';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../platform/kernel/domain-error.js';
import { KeyedHashes } from '../../platform/kernel/keyed-hashes.js';
import { ReadModels } from '../../platform/projections/read-models.js';
import { people } from '../identity/people.projection.js';
import { type Person, hasHostApproval } from '../identity/person.js';
import { applicantOf } from './application.js';
import { type ApplicationDocument, applications } from './applications.projection.js';
import { decisiveApplication, hostApprovalAfter } from './host-approval.js';

type Host = Pick<Person, 'userId' | 'email' | 'isEmailProven'>;

/** The approvals of hosts, who may have applied with another account, email, or none. */
@Injectable()
export class HostApprovals {
  constructor(
    private readonly readModels: ReadModels,
    private readonly keyedHashes: KeyedHashes,
  ) {}

  /** Another person's application with an email that the host has not verified stays secret. */
  async ofHost(userId: string): Promise<HostApproval> {
    const host = await this.readModels.read(people, (collection) =>
      collection.findOne({ _id: userId }),
    );
    if (!host || hasHostApproval(host)) return { state: 'granted' };
    return hostApprovalAfter(await this.ownApplications(host), userId);
  }

  /** The applications of the account, and those with its verified email. */
  async applicationsOf(userId: string): Promise<readonly ApplicationDocument[]> {
    const host = await this.readModels.read(people, (collection) =>
      collection.findOne({ _id: userId }),
    );
    return host ? this.ownApplications(host) : [];
  }

  /** @throws DomainError not_found if the host has no approved application to claim */
  async applicationToClaim(userId: string): Promise<string> {
    const application = decisiveApplication(await this.applicationsOf(userId), userId);
    if (application?.status !== 'approved') throw notFound('application');
    return application.applicationId;
  }

  /** For admins: the state of each host's application, even if its email is not verified. */
  async statesOf(
    hosts: readonly Host[],
  ): Promise<ReadonlyMap<string, ReturnType<typeof hostApprovalAfter>['state']>> {
    const applicantsByHost = new Map(hosts.map((host) => [host.userId, this.applicantsOf(host)]));
    const userIds = [...applicantsByHost.keys()];
    const found = await this.find([
      { userId: { $in: userIds } },
      { submittedBy: { $in: userIds } },
      { applicant: { $in: [...applicantsByHost.values()].flat() } },
    ]);
    return new Map(
      hosts.map(({ userId }) => {
        const applicants = applicantsByHost.get(userId)!;
        const own = found.filter(
          (each) =>
            each.userId === userId ||
            each.submittedBy === userId ||
            applicants.includes(each.applicant),
        );
        return [userId, hostApprovalAfter(own, userId).state];
      }),
    );
  }

  /**
   * Excludes applications that the account sent with another email. A second application with an
   * email is not stored, so they would reveal whether someone else has applied with it.
   */
  private ownApplications(host: Host): Promise<readonly ApplicationDocument[]> {
    const applicants = host.isEmailProven ? this.applicantsOf(host) : [];
    return this.find([{ userId: host.userId }, { applicant: { $in: applicants } }]);
  }

  private applicantsOf({ email }: Host): string[] {
    return email === ''
      ? []
      : this.keyedHashes.hashesOfName('applicant', email).map((hash) => applicantOf('host', hash));
  }

  private find(conditions: object[]) {
    return this.readModels.read(applications, (collection) =>
      collection.find({ kind: 'host', $or: conditions }).toArray(),
    );
  }
}
